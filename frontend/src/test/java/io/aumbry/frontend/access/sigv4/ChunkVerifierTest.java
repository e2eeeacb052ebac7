package io.aumbry.frontend.access.sigv4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChunkVerifierTest {
  private static final String CHUNKS = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
  private static final String WITH_TRAILER = CHUNKS + "-TRAILER";
  private static final List<WireHeader> TRAILER =
      List.of(new WireHeader("x-amz-checksum-crc32c", "sOO8/Q=="));

  @Test
  void theDocumentedChunksAreAccepted() {
    ChunkVerifier verifier = verifier(ClientVectorsTest.documented(CHUNKS));
    verifier.update(letters(30_000));
    verifier.update(letters(35_536));
    assertThat(
            verifier.endChunk("ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"))
        .isTrue();
    verifier.update(letters(1024));
    assertThat(
            verifier.endChunk("0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"))
        .isTrue();
    assertThat(verifier.isComplete()).isFalse();
    assertThat(
            verifier.endChunk("b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"))
        .isTrue();
    assertThat(verifier.isComplete()).isTrue();
  }

  @Test
  void theDocumentedTrailerIsAccepted() {
    ChunkVerifier verifier = verifier(ClientVectorsTest.documented(WITH_TRAILER));
    verifier.update(letters(65_536));
    assertThat(
            verifier.endChunk("b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2"))
        .isTrue();
    verifier.update(letters(1024));
    assertThat(
            verifier.endChunk("1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7"))
        .isTrue();
    assertThat(
            verifier.endChunk("2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992"))
        .isTrue();
    assertThat(verifier.isComplete()).isFalse();
    assertThat(
            verifier.endTrailer(
                TRAILER, "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435"))
        .isTrue();
    assertThat(verifier.isComplete()).isTrue();
  }

  /** A frame of a body with its signature. */
  private record Frame(ByteBuffer content, String signature) {}

  @Test
  void everyChangeOfABodyIsRefused() {
    Random random = new Random(23);
    for (int round = 0; round < 300; round++) {
      RequestSigner.Signed signed = ClientVectorsTest.documented(CHUNKS);
      List<Frame> frames = frames(signed.chunkSigner(), 2 + random.nextInt(4), random);
      assertThat(accepts(signed, frames)).isTrue();
      List<Frame> changed = change(frames, random);
      if (!frames.equals(changed)) {
        assertThat(accepts(signed, changed)).as("round " + round).isFalse();
      }
    }
  }

  @Test
  void nothingIsAcceptedAfterTheEnd() {
    RequestSigner.Signed signed = ClientVectorsTest.documented(CHUNKS);
    ChunkSigner signer = signed.chunkSigner();
    ChunkVerifier verifier = verifier(signed);
    assertThat(verifier.endChunk(signer.chunk(letters(0)))).isTrue();
    assertThat(verifier.endChunk(signer.chunk(letters(0)))).isFalse();
    assertThat(verifier.isComplete()).isFalse();
  }

  @Test
  void aTrailerNeedsItsModeAndAllChunks() {
    RequestSigner.Signed without = ClientVectorsTest.documented(CHUNKS);
    ChunkSigner signer = without.chunkSigner();
    ChunkVerifier verifier = verifier(without);
    assertThat(verifier.endChunk(signer.chunk(letters(0)))).isTrue();
    assertThat(verifier.endTrailer(TRAILER, signer.trailer(TRAILER))).isFalse();

    RequestSigner.Signed with = ClientVectorsTest.documented(WITH_TRAILER);
    ChunkVerifier early = verifier(with);
    assertThat(early.endTrailer(TRAILER, with.chunkSigner().trailer(TRAILER))).isFalse();

    ChunkSigner other = with.chunkSigner();
    ChunkVerifier changed = verifier(with);
    assertThat(changed.endChunk(other.chunk(letters(0)))).isTrue();
    String signature = other.trailer(TRAILER);
    List<WireHeader> forged = List.of(new WireHeader("x-amz-checksum-crc32c", "AAAAAA=="));
    assertThat(changed.endTrailer(forged, signature)).isFalse();
    assertThat(changed.endTrailer(TRAILER, signature)).isFalse();
  }

  @Test
  void aBodyWithoutChunkSignaturesHasNoVerifier() {
    RequestSigner.Signed signed =
        ClientVectorsTest.documented("STREAMING-UNSIGNED-PAYLOAD-TRAILER");
    assertThatThrownBy(() -> verifier(signed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("UNSIGNED_CHUNKS");
  }

  private static List<Frame> frames(ChunkSigner signer, int count, Random random) {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] content = new byte[i == count - 1 ? 0 : 1 + random.nextInt(100)];
      random.nextBytes(content);
      frames.add(new Frame(ByteBuffer.wrap(content), signer.chunk(ByteBuffer.wrap(content))));
    }
    return frames;
  }

  private static List<Frame> change(List<Frame> frames, Random random) {
    List<Frame> changed = new ArrayList<>(frames);
    int at = random.nextInt(frames.size());
    Frame frame = changed.get(at);
    switch (random.nextInt(6)) {
      case 0 -> changed.remove(at);
      case 1 -> changed.add(at, frame);
      case 2 -> changed.set(at, changed.set(random.nextInt(frames.size()), frame));
      case 3 ->
          changed.set(
              at,
              new Frame(
                  ByteBuffer.wrap(flipped(frame.content().array(), random)), frame.signature()));
      case 4 -> changed.set(at, new Frame(frame.content(), "0".repeat(64)));
      default -> {
        byte[] content = Arrays.copyOf(frame.content().array(), frame.content().capacity() + 1);
        changed.set(at, new Frame(ByteBuffer.wrap(content), frame.signature()));
      }
    }
    return changed;
  }

  private static byte[] flipped(byte[] content, Random random) {
    byte[] copy = content.clone();
    if (copy.length == 0) {
      return new byte[] {1};
    }
    copy[random.nextInt(copy.length)] ^= 1;
    return copy;
  }

  private static boolean accepts(RequestSigner.Signed signed, List<Frame> frames) {
    ChunkVerifier verifier = verifier(signed);
    for (Frame frame : frames) {
      verifier.update(frame.content().duplicate());
      if (!verifier.endChunk(frame.signature())) {
        return false;
      }
    }
    return verifier.isComplete();
  }

  private static ByteBuffer letters(int count) {
    return ByteBuffer.wrap("a".repeat(count).getBytes(StandardCharsets.US_ASCII));
  }

  private static ChunkVerifier verifier(RequestSigner.Signed signed) {
    SignatureResult result =
        ClientVectorsTest.verifier(SignatureRules.ofRegion("us-east-1"))
            .verify(
                signed.request(),
                WireCase.only("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
                AmzDate.parse("20130524T000000Z").orElseThrow());
    return new ChunkVerifier((SignatureResult.Verified) result);
  }
}
