package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("section-5")
final class DeleteTest {
  private final Rest rest = new Rest();
  private final String path = rest.stored(Rest.bytes("x"));

  @Test
  void aDeletedBlobIsGone() {
    Reply deleted = rest.request("DELETE", path).send();
    assertThat(deleted.status()).isEqualTo(202);
    assertThat(deleted.contentLength()).isZero();

    for (String target : new String[] {path, path + "/BlobInfo", path + "/UserMetadata"}) {
      for (String method : new String[] {"GET", "HEAD"}) {
        Reply gone = rest.request(method, target).send();
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.header("x-ambry-error-code")).isEqualTo("Deleted");
      }
    }
  }

  @Test
  void deletingAgainSucceeds() {
    rest.request("DELETE", path).send();
    assertThat(rest.request("DELETE", path).send().status()).isEqualTo(202);
  }

  @Test
  void anUnknownBlobIsNotFound() {
    Rest elsewhere = new Rest();
    assertThat(elsewhere.request("DELETE", path).send().status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "aumbry, -, 202, ''",
        "aumbry, public, 202, ''",
        "aumbry, private, 412, PreconditionFailed",
        "other, public, 412, PreconditionFailed",
        "aumbry, other, 412, PreconditionFailed",
        "-, public, 400, MissingArgs"
      })
  void theNamedOwnerMustBeTheOwner(
      @org.jspecify.annotations.Nullable String account,
      @org.jspecify.annotations.Nullable String container,
      int status,
      String code) {
    Reply reply = rest.request("DELETE", path).ofOwner(account, container).send();
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo(code);
    assertThat(rest.get(path).send().status()).isEqualTo(status == 202 ? 410 : 200);
  }
}
