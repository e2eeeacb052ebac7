package io.aumbry.frontend;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.router.Router.Policy;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("section-3")
final class UploadTest {
  private static final byte[] CONTENT = Rest.bytes("123456789");
  private static final String CHECKSUM = "4waSgw==";

  private final Rest rest = new Rest();

  @Test
  void theAnswerHasTheLocationOfTheBlob() {
    Reply put = upload().send();

    assertThat(put.status()).isEqualTo(201);
    assertThat(put.contentLength()).isZero();
    assertThat(put.header("Location")).matches("/[A-Za-z0-9_-]{43}");
    assertThat(put.header("x-ambry-blob-size")).isEqualTo("9");
    assertThat(put.header("x-ambry-creation-time")).isEqualTo("Wed, 18 Nov 2026 11:06:40 GMT");
    assertThat(put.header("x-ambry-checksum-crc32c")).isEqualTo(CHECKSUM);
  }

  @ParameterizedTest
  @CsvSource({"public, 1", "private, 2"})
  void theIdNamesAccountAndContainer(String container, int number) {
    BlobId id = BlobId.parse(rest.stored(rest.upload(container, CONTENT)).substring(1));
    assertThat(id.account()).isEqualTo(1);
    assertThat(id.container()).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({", public", "false, public", "TRUE, private"})
  void aServiceWithoutAnAccountHasTheBuiltInOne(@Nullable String isPrivate, String container) {
    Rest.Request upload =
        rest.request("POST", "/")
            .with("x-ambry-service-id", "whoever")
            .with("x-ambry-content-type", "a/b");
    String path =
        rest.stored(isPrivate == null ? upload : upload.with("x-ambry-private", isPrivate));
    Reply got = rest.get(path).send();
    assertThat(got.header("x-ambry-target-account-name")).isEqualTo("aumbry");
    assertThat(got.header("x-ambry-target-container-name")).isEqualTo(container);
    assertThat(got.header("x-ambry-service-id")).isEqualTo("whoever");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-ambry-service-id", "x-ambry-content-type"})
  void anUploadWithoutARequiredArgumentIsRefused(String missing) {
    for (String value : List.of("absent", "")) {
      Rest.Request request = rest.request("POST", "/").body(CONTENT);
      for (String name : List.of("x-ambry-service-id", "x-ambry-content-type")) {
        if (!name.equals(missing)) {
          request.with(name, "a/b");
        } else if (value.isEmpty()) {
          request.with(name, value);
        }
      }
      assertRefused(request, 400, "MissingArgs", missing);
    }
  }

  @Test
  void accountAndContainerComeTogether() {
    assertRefused(
        service().with("x-ambry-target-account-name", "aumbry"),
        400,
        "MissingArgs",
        "x-ambry-target-container-name");
    assertRefused(
        service().with("x-ambry-target-container-name", "public"),
        400,
        "MissingArgs",
        "x-ambry-target-account-name");
  }

  @ParameterizedTest
  @CsvSource({
    "ambry-unknown-account, public, InvalidAccount",
    "Aumbry, public, InvalidAccount",
    "aumbry, ambry-unknown-container, InvalidContainer",
    "aumbry, other, InvalidContainer"
  })
  void anUnknownOwnerIsRefused(String account, String container, String code) {
    assertRefused(
        service()
            .with("x-ambry-target-account-name", account)
            .with("x-ambry-target-container-name", container),
        400,
        code,
        code.equals("InvalidAccount") ? account : container);
  }

  @ParameterizedTest
  @CsvSource({
    "x-ambry-blob-size, -1",
    "x-ambry-blob-size, nine",
    "x-ambry-blob-size, 9.0",
    "x-ambry-blob-size, 99999999999999999999",
    "x-ambry-ttl, -2",
    "x-ambry-ttl, soon",
    "x-ambry-ttl, 99999999999999999999",
    "x-ambry-max-upload-size, -1",
    "x-ambry-max-upload-size, 1k",
    "x-ambry-private, yes",
    "x-ambry-chunk-upload, 1",
    "x-ambry-checksum-crc32c, not base64!",
    "x-ambry-checksum-crc32c, AAAA",
    "x-ambry-checksum-crc32c, AAAAAAA=",
    "x-ambry-durability, any",
    "x-ambry-durability, LOCAL"
  })
  void anArgumentOutOfBoundsIsRefusedBeforeTheBodyIsRead(String name, String value) {
    assertRefused(upload().with(name, value), 400, "InvalidArgs", name);
  }

  @ParameterizedTest
  @CsvSource({
    "LOCAL, , local",
    "LOCAL, local, local",
    "LOCAL, remote, remote",
    "LOCAL, majority, majority",
    "REMOTE, , remote",
    "REMOTE, local, remote",
    "REMOTE, majority, majority",
    "MAJORITY, remote, majority"
  })
  void anUploadIsAsDurableAsItsContainerAndMoreIfItAsksForMore(
      DurabilityLevel container, @Nullable String asked, String said) {
    Rest of =
        new Rest(
            UnaryOperator.identity(),
            Rest.builtIn(Map.of("frontend.durability", container.name().toLowerCase(ROOT))));
    Rest.Request upload = of.upload(Rest.PUBLIC, CONTENT);
    Reply put = (asked == null ? upload : upload.with("x-ambry-durability", asked)).send();
    assertThat(put.status()).isEqualTo(201);
    assertThat(put.header("x-ambry-durability")).isEqualTo(said);
    assertThat(of.router.policies())
        .extracting(Policy::durability)
        .containsExactly(DurabilityLevel.valueOf(said.toUpperCase(ROOT)));
  }

  @ParameterizedTest
  @CsvSource({"UNKNOWN_CLASS, 503", "QUORUM_NOT_REACHED, 503", "NO_SPACE, 507"})
  void aBlobGoesToTheClassOfItsContainerWhichARefusalNames(ErrorCode code, int status) {
    Rest of =
        new Rest(
            UnaryOperator.identity(),
            Rest.builtIn(Map.of("frontend.partition-classes", "private:cold")));
    of.stored(of.upload(Rest.PRIVATE, CONTENT));
    of.stored(of.upload(Rest.PUBLIC, CONTENT));
    assertThat(of.router.policies())
        .extracting(policy -> policy.partitionClass().name())
        .containsExactly("cold", "default");

    of.router.failWith(code);
    Reply refused = of.upload(Rest.PRIVATE, CONTENT).send();
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.header("x-ambry-failure-reason")).contains("class 'cold'");
  }

  @Test
  void anUnreachableDurabilityIsUnavailable() {
    rest.router.failWith(ErrorCode.DURABILITY_NOT_REACHED);
    Reply refused = upload().with("x-ambry-durability", "remote").send();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo("ServiceUnavailable");
    assertThat(refused.header("x-ambry-failure-reason")).contains("durability");
    assertThat(refused.header("x-ambry-durability")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-1, ''", "0, 0", "5, 5", "9223372036854775807, ''"})
  void timeToLiveIsInSecondsAndMayBeInfinite(String ttl, String said) {
    String path = rest.stored(upload().with("x-ambry-ttl", ttl));
    Reply info = rest.get(path + "/BlobInfo").with("x-ambry-get-option", "Include_All").send();
    assertThat(info.header("x-ambry-ttl")).isEqualTo(said);
    assertThat(Expiry.of(1, Long.MAX_VALUE)).isEqualTo(Expiry.NEVER);
  }

  @Test
  void theBodyMustHaveTheDeclaredSize() {
    assertRefused(upload().with("x-ambry-blob-size", "8"), 400, "BadRequest", "9 bytes");
    assertRefused(upload().with("x-ambry-blob-size", "0"), 400, "BadRequest", "9 bytes");
    assertThat(upload().with("x-ambry-blob-size", "9").send().status()).isEqualTo(201);
  }

  @Test
  void aBodyOfUnknownLengthMustHaveTheDeclaredSize() {
    assertThat(upload().sayingLength(-1).send().status()).isEqualTo(201);
    assertThat(upload().sayingLength(-1).with("x-ambry-blob-size", "9").send().status())
        .isEqualTo(201);
    for (String size : List.of("0", "8", "10")) {
      Reply refused = upload().sayingLength(-1).with("x-ambry-blob-size", size).send();
      assertThat(refused.status()).isEqualTo(400);
    }
    assertThat(rest.router.size()).isEqualTo(2);
  }

  @Test
  void theBodyMustHaveTheDeclaredChecksum() {
    assertThat(upload().with("x-ambry-checksum-crc32c", CHECKSUM).send().status()).isEqualTo(201);
    Reply refused = upload().with("x-ambry-checksum-crc32c", "4waSgg==").send();
    assertThat(refused.status()).isEqualTo(400);
    assertThat(rest.router.size()).isEqualTo(1);
  }

  @Test
  void aBodyLargerThanAllowedIsRefused() {
    assertThat(upload().with("x-ambry-max-upload-size", "9").send().status()).isEqualTo(201);
    assertRefusedUnread(
        upload().with("x-ambry-max-upload-size", "8"), 413, "RequestTooLarge", "9 bytes");
    Reply streamed = upload().sayingLength(-1).with("x-ambry-max-upload-size", "8").send();
    assertThat(streamed.status()).isEqualTo(413);
    assertThat(rest.router.size()).isEqualTo(1);
  }

  @Test
  void aBodyLargerThanConfiguredIsRefused() {
    Rest small =
        new Rest(config ->
            new FrontendConfig(
                config.requestTimeout(),
                config.transferTimeout(),
                8,
                config.requests(),
                config.cacheValidity(),
                config.paths(),
                config.ttl()));
    Reply refused =
        small.upload(Rest.PUBLIC, CONTENT).with("x-ambry-max-upload-size", "100").send();
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.header("x-ambry-failure-reason")).contains("9 bytes", "8");
  }

  @Test
  void argumentsMayBeInTheQuery() {
    String path =
        rest.stored(
            rest.request(
                    "POST",
                    "/?X-Ambry-Service-Id=a+b&x-ambry-content-type=image%2Fpng&&x=1&x=2"
                        + "&x-ambry%2Dttl=60&Range=bytes=0-1")
                .body(CONTENT));
    Reply got = rest.get(path + "?Range=bytes=0-1&If-None-Match=*").send();
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.header("x-ambry-service-id")).isEqualTo("a b");
    assertThat(got.header("Content-Type")).isEqualTo("image/png");
    assertThat(got.header("x-ambry-ttl")).isEqualTo("60");
  }

  @Test
  void anArgumentGivenTwiceMustBeTheSame() {
    assertRefused(
        upload().with("x-ambry-ttl", "1").with("X-AMBRY-TTL", "2"),
        400,
        "InvalidArgs",
        "X-AMBRY-TTL");
    assertRefused(
        rest.request("POST", "/?x-ambry-service-id=b")
            .with("x-ambry-service-id", "a")
            .with("x-ambry-content-type", "a/b"),
        400,
        "InvalidArgs",
        "x-ambry-service-id");
    assertThat(upload().with("x-ambry-ttl", "1").with("X-AMBRY-TTL", "1").send().status())
        .isEqualTo(201);
  }

  @Test
  void metadataThatIsTooLargeIsRefusedBeforeTheBodyIsRead() {
    assertRefused(
        upload().with("x-ambry-um-a", "v".repeat(33_000)), 400, "BadRequest", "limit is 32768");
    assertThat(upload().with("x-ambry-um-a", "v".repeat(32_000)).exchange().reply().status())
        .isEqualTo(201);
  }

  @Test
  void aPartialUploadIsRefused() {
    assertRefused(
        upload().with("Content-Range", "bytes 0-8/100"), 400, "BadRequest", "Content-Range");
    assertRefused(upload().with("x-ambry-chunk-upload", "true"), 400, "InvalidArgs", "chunks");
  }

  @Test
  void aClientThatVanishesLeavesNothing() {
    Reply broken = upload().bodyBreakingAt(5).exchange().reply();
    assertThat(broken.status()).isEqualTo(400);
    assertThat(rest.router.size()).isZero();
    assertThat(rest.metrics.value("aumbry_frontend_requests_seconds", "put", "broken"))
        .isEqualTo(1);
  }

  private Rest.Request upload() {
    return rest.upload(Rest.PUBLIC, CONTENT);
  }

  private Rest.Request service() {
    return rest.request("POST", "/")
        .with("x-ambry-service-id", "tests")
        .with("x-ambry-content-type", "a/b")
        .body(CONTENT);
  }

  /** Requires a refusal by the head alone, before the router is called. */
  private void assertRefused(Rest.Request request, int status, String code, String reason) {
    int before = rest.router.contexts().size();
    assertRefusedUnread(request, status, code, reason);
    assertThat(rest.router.contexts()).hasSize(before);
  }

  /** Requires a refusal before the body is read. */
  private static void assertRefusedUnread(
      Rest.Request request, int status, String code, String reason) {
    FakeExchange exchange = request.exchange();
    Reply refused = exchange.reply();
    assertThat(refused.status()).as(refused.text()).isEqualTo(status);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo(code);
    assertThat(refused.header("x-ambry-failure-reason")).contains(reason);
    assertThat(exchange.bodyReads()).isZero();
  }
}
