package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /} as {@code multipart/form-data}. */
@Tag("section-3")
final class FormUploadTest {
  private static final byte[] CONTENT = Rest.randomBytes(100_000);

  private final Rest rest = new Rest();
  private final ByteArrayOutputStream form = new ByteArrayOutputStream();

  @Test
  void theBlobPartIsTheBlob() {
    part("Blob", CONTENT);
    String path = rest.stored(upload());
    Reply got = rest.get(path).send();
    assertThat(got.content()).isEqualTo(CONTENT);
    assertThat(got.header("x-ambry-blob-size")).isEqualTo("100000");
    assertThat(got.header("Content-Type")).isEqualTo("image/jpeg");
  }

  /** Ambry holds forms in memory, at most 20 MiB. */
  @Test
  @Tag("section-16")
  void aFormMayHaveMoreThan20MiB() {
    byte[] large = Rest.randomBytes((20 << 20) + 1);
    part("Blob", large);
    Reply reply = upload().sayingLength(-1).send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    assertThat(reply.header("x-ambry-blob-size")).isEqualTo("20971521");
  }

  @Test
  void otherPartsAreArgumentsBeforeAndAfterTheBlob() {
    part("x-ambry-ttl", "60");
    part("x-ambry-um-first", "1");
    part("comment", "of no meaning here");
    part("Blob", CONTENT);
    part("x-ambry-um-last", "2");
    part("X-Ambry-Owner-Id", "someone");
    Reply got = rest.get(rest.stored(upload()) + "/BlobInfo").send();
    assertThat(got.header("x-ambry-ttl")).isEqualTo("60");
    assertThat(got.header("x-ambry-um-first")).isEqualTo("1");
    assertThat(got.header("x-ambry-um-last")).isEqualTo("2");
    assertThat(got.header("x-ambry-owner-id")).isEqualTo("someone");
  }

  @Test
  void allRequiredArgumentsMayBeParts() {
    part("x-ambry-service-id", "tests");
    part("x-ambry-content-type", "a/b");
    part("Blob", CONTENT);
    Reply reply = send(rest.request("POST", "/"));
    assertThat(reply.status()).isEqualTo(201);
    assertThat(rest.get(reply.header("Location")).send().header("Content-Type")).isEqualTo("a/b");
  }

  @Test
  void userMetadataInAmbrysFormReplacesThatOfFields() {
    part("Blob", CONTENT);
    part("UserMetadata", metadata("title", "Ä cat"));
    Reply got =
        rest.get(rest.stored(upload().with("x-ambry-um-gone", "1")) + "/UserMetadata").send();
    assertThat(got.header("x-ambry-enc-um-title")).isEqualTo("%C3%84%20cat");
    assertThat(got.has("x-ambry-um-gone")).isFalse();
  }

  @Test
  void aFormWithoutABlobPartIsRefused() {
    part("x-ambry-um-a", "1");
    part("blob", "content under another name");
    assertRefused(upload(), 400, "BadRequest", "no part Blob");
  }

  @Test
  void aFormWithoutAnyPartIsRefused() {
    assertRefused(upload(), 400, "BadRequest", "no part Blob");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEmptyBlobIsStoredIfTheFormDeclaresIt(boolean byAPart) {
    part("x-ambry-um-a", "1");
    if (byAPart) {
      part("Blob", new byte[0]);
    } else {
      part("x-ambry-blob-size", "0");
    }
    Reply got = rest.get(rest.stored(upload())).send();
    assertThat(got.content()).isEmpty();
    assertThat(got.header("x-ambry-um-a")).isEqualTo("1");
  }

  @Test
  void theDeclaredSizeIsThatOfTheBlobPart() {
    part("Blob", CONTENT);
    assertThat(upload().with("x-ambry-blob-size", "100000").send().status()).isEqualTo(201);
    assertRefused(upload().with("x-ambry-blob-size", "99999"), 400, "BadRequest", "size");
  }

  @Test
  void partsWithoutAFilenameAreRefused() {
    form.writeBytes(Rest.bytes("--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n"));
    assertRefused(upload(), 400, "BadRequest", "'a' of the form has no filename");
  }

  @Test
  void duplicatePartsAreRefused() {
    part("x-ambry-service-id", "tests");
    assertRefused(upload(), 400, "BadRequest", "x-ambry-service-id");
  }

  @Test
  void aSecondBlobIsRefusedAndNothingIsStored() {
    part("Blob", CONTENT);
    part("Blob", CONTENT);
    assertRefused(upload(), 400, "BadRequest", "more than one part Blob");
  }

  @Test
  void userMetadataTwiceIsRefused() {
    part("UserMetadata", metadata("a", "b"));
    part("Blob", CONTENT);
    part("UserMetadata", metadata("a", "b"));
    assertRefused(upload(), 400, "BadRequest", "UserMetadata");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-ambry-ttl", "x-ambry-service-id", "x-ambry-durability"})
  void argumentsThatDecideHowContentIsStoredMustPrecedeIt(String name) {
    part("Blob", CONTENT);
    part(name, "1");
    assertRefused(upload(), 400, "BadRequest", "must come before Blob");
  }

  @Test
  void descriptionsAfterTheBlobAreChecked() {
    part("Blob", CONTENT);
    part("x-ambry-owner-id", "not\nplain");
    assertRefused(upload(), 400, "BadRequest", "x-ambry-owner-id");
  }

  @Test
  void metadataThatIsNotInAmbrysFormIsRefused() {
    byte[] good = metadata("a", "b");
    for (int length = 0; length < good.length; length++) {
      form.reset();
      part("UserMetadata", Arrays.copyOf(good, length));
      assertRefused(upload(), 400, "BadRequest", "binary form");
    }
    for (int at = 0; at < good.length; at++) {
      byte[] damaged = good.clone();
      damaged[at] ^= 1;
      form.reset();
      part("UserMetadata", damaged);
      assertRefused(upload(), 400, "BadRequest", "binary form");
    }
  }

  @Test
  void invalidMetadataKeysAreRefused() {
    part("UserMetadata", metadata("a\r\nSet-Cookie", "b"));
    assertRefused(upload(), 400, "InvalidArgs", "no field can have");
  }

  @Test
  void argumentsInPartsAreBounded() {
    part("comment", "c".repeat(65_537));
    part("Blob", CONTENT);
    assertRefused(upload(), 413, "RequestTooLarge", "65536");
  }

  @ParameterizedTest
  @ValueSource(strings = {"multipart/form-data", "Multipart/Form-Data; boundary=\"\""})
  void aFormWithoutBoundaryIsRefusedBeforeItIsRead(String type) {
    FakeExchange exchange = rest.upload(Rest.PUBLIC, CONTENT).with("Content-Type", type).exchange();
    assertThat(exchange.reply().status()).isEqualTo(400);
    assertThat(exchange.reply().header("x-ambry-error-code")).isEqualTo("MalformedRequest");
    assertThat(exchange.bodyReads()).isZero();
  }

  @Test
  void aFormThatEndsWithinItsBlobStoresNothing() {
    part("Blob", CONTENT);
    Reply refused = multipart(rest.upload(Rest.PUBLIC, form.toByteArray())).send();
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo("MalformedRequest");
    assertThat(rest.router.size()).isZero();
  }

  private Rest.Request upload() {
    return multipart(rest.upload(Rest.PUBLIC, whole()));
  }

  private Reply send(Rest.Request request) {
    return multipart(request.body(whole())).send();
  }

  private static Rest.Request multipart(Rest.Request request) {
    return request.with("Content-Type", "multipart/form-data; boundary=x");
  }

  private byte[] whole() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(form.toByteArray());
    whole.writeBytes(Rest.bytes("--x--\r\n"));
    return whole.toByteArray();
  }

  private void part(String name, String content) {
    part(name, Rest.bytes(content));
  }

  private void part(String name, byte[] content) {
    form.writeBytes(
        Rest.bytes(
            "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=f\r\n\r\n"));
    form.writeBytes(content);
    form.writeBytes(Rest.bytes("\r\n"));
  }

  private static byte[] metadata(String key, String value) {
    byte[] k = Rest.bytes(key);
    byte[] v = Rest.bytes(value);
    int size = 3 * Integer.BYTES + k.length + v.length;
    ByteBuffer to = ByteBuffer.allocate(6 + size + 8).putShort((short) 1).putInt(size).putInt(1);
    to.putInt(k.length).put(k).putInt(v.length).put(v);
    CRC32 crc = new CRC32();
    crc.update(to.array(), 0, to.position());
    return to.putLong(crc.getValue()).array();
  }

  private void assertRefused(Rest.Request request, int status, String code, String reason) {
    int before = rest.router.size();
    Reply refused = request.send();
    assertThat(refused.status()).as(refused.text()).isEqualTo(status);
    assertThat(refused.header("x-ambry-error-code")).isEqualTo(code);
    assertThat(refused.header("x-ambry-failure-reason")).contains(reason);
    assertThat(rest.router.size()).isEqualTo(before);
  }
}
