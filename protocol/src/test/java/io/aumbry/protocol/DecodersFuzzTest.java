package io.aumbry.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.MessageCodec;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.UsagePage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Decoders either read arbitrary bytes or refuse them with the documented error. */
final class DecodersFuzzTest {
  @FuzzTest(maxDuration = "30s")
  void bytesAreARequestOrRefused(byte[] bytes) {
    refusing(
        () -> MessageCodec.decodeRequest(ByteBuffer.wrap(bytes)),
        ErrorCode.CORRUPT_TRANSFER,
        ErrorCode.UNSUPPORTED_VERSION,
        ErrorCode.INVALID_BLOB_ID);
  }

  @FuzzTest(maxDuration = "30s")
  void bytesAreAResponseOrRefused(byte[] bytes) {
    refusing(
        () -> MessageCodec.decodeResponse(ByteBuffer.wrap(bytes)),
        ErrorCode.CORRUPT_TRANSFER,
        ErrorCode.UNSUPPORTED_VERSION);
  }

  @FuzzTest(maxDuration = "30s")
  void bytesAreAPageOfBlobsOrRefused(byte[] bytes) {
    refusing(
        () ->
            BlobPage.read(
                ByteBuffer.wrap(bytes),
                new Compare.Named(IdRange.madeUntil(Long.MAX_VALUE >> 16), 1)),
        ErrorCode.CORRUPT_TRANSFER);
  }

  @FuzzTest(maxDuration = "30s")
  void bytesAreAPageOfContainersOrRefused(byte[] bytes) {
    refusing(
        () -> UsagePage.read(ByteBuffer.wrap(bytes), UsagePage.From.START),
        ErrorCode.CORRUPT_TRANSFER);
  }

  @FuzzTest(maxDuration = "30s")
  void bytesAreAManifestOrRefused(byte[] bytes) {
    refusing(() -> Manifest.decode(ByteBuffer.wrap(bytes)), ErrorCode.CORRUPT_RECORD);
  }

  @FuzzTest(maxDuration = "30s")
  void bytesArePropertiesOrRefused(byte[] bytes) {
    refusing(
        () -> {
          ByteBuffer given = ByteBuffer.wrap(bytes);
          ByteBuffer again = BlobPropertiesCodec.encode(BlobPropertiesCodec.decode(given));
          assertThat(BlobPropertiesCodec.decode(again))
              .isEqualTo(BlobPropertiesCodec.decode(given));
        },
        ErrorCode.CORRUPT_RECORD);
  }

  @FuzzTest(maxDuration = "30s")
  void onlyTheCanonicalTextOfABlobIdIsRead(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    refusing(
        () -> assertThat(BlobId.parse(text).toString()).isEqualTo(text), ErrorCode.INVALID_BLOB_ID);
  }

  private static void refusing(Runnable decoding, ErrorCode... codes) {
    try {
      decoding.run();
    } catch (AumbryException e) {
      assertThat(e.code()).as(e.getMessage()).isIn((Object[]) codes);
    }
  }
}
