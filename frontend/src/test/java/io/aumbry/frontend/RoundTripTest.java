package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RoundTripTest {
  private final Rest rest = new Rest();

  @Test
  void whatIsPutIsGot() {
    byte[] content = Rest.randomBytes(12_345);
    Reply put = rest.upload(Rest.PUBLIC, content).send();

    assertThat(put.status()).isEqualTo(201);
    assertThat(put.header("x-ambry-blob-size")).isEqualTo("12345");
    assertThat(put.header("x-ambry-creation-time")).isEqualTo("Wed, 18 Nov 2026 11:06:40 GMT");
    Reply got = rest.get(put.header("Location")).send();
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.contentLength()).isEqualTo(12_345);
    assertThat(got.content()).isEqualTo(content);
  }
}
