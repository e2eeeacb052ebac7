package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.error.ErrorCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code PUT /updateTtl} and {@code PUT /undelete}. */
@Tag("section-6")
final class ChangesTest {
  private static final String DAY_AND_A_BIT = "86460";

  private final Rest rest = new Rest();

  private String stored(String ttl) {
    return rest.stored(rest.upload(Rest.PUBLIC, Rest.bytes("x")).with("x-ambry-ttl", ttl));
  }

  private Rest.Request change(String operation, String blob) {
    return rest.request("PUT", operation)
        .with("x-ambry-blob-id", blob)
        .with("x-ambry-service-id", "tests");
  }

  private static void assertDone(Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.contentLength()).isZero();
  }

  private static void assertRefused(Reply reply, int status, String code) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo(code);
    assertThat(reply.header("x-ambry-failure-reason")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/updateTtl", "/UPDATETTL", "/main/updatettl"})
  void anUpdatedTtlIsInfinite(String operation) {
    String blob = stored(DAY_AND_A_BIT);
    assertThat(rest.get(blob).send().header("x-ambry-ttl")).isEqualTo(DAY_AND_A_BIT);
    assertDone(change(operation, blob).send());
    assertDone(change(operation, blob).send());
    rest.time.advance(java.time.Duration.ofDays(400));
    for (String target : new String[] {blob, blob + "/BlobInfo"}) {
      Reply reply = rest.get(target).send();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.header("x-ambry-ttl")).isEmpty();
    }
    assertThat(rest.get(blob).send().header("Cache-Control")).isEqualTo("max-age=31536000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".jpg"})
  void theBlobMayBeNamedAsAPathOrInTheQuery(String extension) {
    String blob = stored(DAY_AND_A_BIT);
    String query = "?x-ambry-service-id=tests&x-ambry-blob-id=" + blob.substring(1) + extension;
    assertDone(rest.request("PUT", "/updateTtl" + query).send());
    assertDone(change("/updateTtl", "/main" + blob + extension).send());
  }

  @Test
  @Tag("section-16")
  void aBlobThatExpiresWithinADayCannotBecomePermanent() {
    String blob = stored("86399");
    Reply reply = change("/updateTtl", blob).send();
    assertRefused(reply, 405, "NotAllowed");
    assertThat(reply.header("Allow")).isEqualTo("GET,HEAD,DELETE");
    assertThat(rest.get(blob).send().header("x-ambry-ttl")).isEqualTo("86399");
  }

  @Test
  void aMissingBlobIsNotUpdated() {
    String blob = stored(DAY_AND_A_BIT);
    assertRefused(change("/updateTtl", elsewhere()).send(), 404, "NotFound");
    rest.request("DELETE", blob).send();
    assertRefused(change("/updateTtl", blob).send(), 410, "Deleted");
    String expired = stored("1");
    rest.time.advance(java.time.Duration.ofSeconds(2));
    assertRefused(change("/updateTtl", expired).send(), 410, "Deleted");
    assertRefused(change("/undelete", expired).send(), 410, "Deleted");
  }

  /** A blob id that no test stores. */
  private static String elsewhere() {
    Rest other = new Rest();
    for (int before = 0; before < 5; before++) {
      other.stored(Rest.bytes("before"));
    }
    return other.stored(Rest.bytes("elsewhere"));
  }

  @Test
  void anUndeletedBlobIsReadable() {
    String blob = stored("-1");
    for (int life = 1; life <= 3; life++) {
      rest.request("DELETE", blob).send();
      assertThat(rest.get(blob).send().status()).isEqualTo(410);
      assertDone(change("/undelete", blob).send());
      assertThat(rest.get(blob).send().text()).isEqualTo("x");
      for (String target : new String[] {blob, blob + "/BlobInfo"}) {
        assertThat(rest.get(target).send().header("x-ambry-life-version"))
            .isEqualTo(Integer.toString(life));
      }
    }
  }

  @Test
  void undeletingALiveBlobIsAConflict() {
    String blob = stored("-1");
    assertRefused(change("/undelete", blob).send(), 409, "Conflict");
    rest.request("DELETE", blob).send();
    assertDone(change("/undelete", blob).send());
    assertRefused(change("/undelete", blob).send(), 409, "Conflict");
  }

  @Test
  void anUnknownOrPermanentlyDeletedBlobIsNotFound() {
    assertRefused(change("/undelete", elsewhere()).send(), 404, "NotFound");
    String blob = stored("-1");
    rest.request("DELETE", blob).send();
    rest.router.deleteForGood();
    assertRefused(change("/undelete", blob).send(), 404, "NotFound");
    assertThat(rest.get(blob).send().status()).isEqualTo(410);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/updateTtl", "/undelete"})
  void theBlobAndTheServiceMustBeNamed(String operation) {
    assertRefused(
        rest.request("PUT", operation).with("x-ambry-service-id", "tests").send(),
        400,
        "MissingArgs");
    assertRefused(
        rest.request("PUT", operation).with("x-ambry-blob-id", stored("-1")).send(),
        400,
        "MissingArgs");
    for (String wrong : new String[] {"x", "/", "%"}) {
      assertRefused(change(operation, wrong).send(), 400, "BadRequest");
    }
    assertThat(rest.request("PUT", operation + "/x").send().status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "aumbry, -, 200, ''",
        "aumbry, public, 200, ''",
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
    String blob = stored(DAY_AND_A_BIT);
    assertAnswer(change("/updateTtl", blob).ofOwner(account, container), status, code);
    rest.request("DELETE", blob).send();
    assertAnswer(change("/undelete", blob).ofOwner(account, container), status, code);
    assertThat(rest.get(blob).send().status()).isEqualTo(status == 200 ? 200 : 410);
  }

  private static void assertAnswer(Rest.Request request, int status, String code) {
    Reply reply = request.send();
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("x-ambry-error-code")).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/updateTtl", "/undelete"})
  void aTemporaryFailureIsUnavailable(String operation) {
    String blob = stored("-1");
    rest.router.failWith(ErrorCode.QUORUM_NOT_REACHED);
    Reply reply = change(operation, blob).send();
    assertRefused(reply, 503, "ServiceUnavailable");
    assertThat(reply.header("Retry-After")).isEqualTo("1");
  }
}
