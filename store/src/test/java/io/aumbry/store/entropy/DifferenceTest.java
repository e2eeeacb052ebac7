package io.aumbry.store.entropy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.store.Blobs;
import io.aumbry.store.entropy.Difference.Kind;
import io.aumbry.store.state.StoredState;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class DifferenceTest {
  private static final BlobId ID = Blobs.id(new SplittableRandom(1));
  private static final LeftOut LEFT_OUT = new LeftOut(new Scope(100, 200), 50);
  private static final StoredState ALIVE = StoredState.put(50, Expiry.NEVER);
  private static final StoredState DELETED = new StoredState(0, true, 150, Expiry.NEVER);
  private static final StoredState LONG_DELETED = new StoredState(0, true, 100, Expiry.NEVER);

  private static KnownBlob held(StoredState state) {
    return new KnownBlob(ID, state, true, 100, 10);
  }

  private static KnownBlob bare(StoredState state) {
    return new KnownBlob(ID, state, true, 0, 0);
  }

  private static List<KnownBlob> nothing() {
    return List.of();
  }

  static Stream<Arguments> situations() {
    return Stream.of(
        Arguments.of("not here", nothing(), List.of(held(ALIVE)), List.of(Kind.UNKNOWN_HERE)),
        Arguments.of("not there", List.of(held(ALIVE)), nothing(), List.of(Kind.LACKING_THERE)),
        Arguments.of("the same", List.of(held(ALIVE)), List.of(held(ALIVE)), List.of()),
        Arguments.of(
            "bytes not here",
            List.of(bare(ALIVE)),
            List.of(held(ALIVE)),
            List.of(Kind.LACKING_HERE)),
        Arguments.of(
            "a delete not here",
            List.of(held(ALIVE)),
            List.of(held(DELETED)),
            List.of(Kind.LACKING_HERE)),
        Arguments.of(
            "a delete of long ago not here",
            List.of(held(ALIVE)),
            List.of(bare(LONG_DELETED)),
            List.of(Kind.LACKING_HERE)),
        Arguments.of(
            "a delete of long ago not there",
            List.of(bare(LONG_DELETED)),
            List.of(held(ALIVE)),
            List.of(Kind.LACKING_THERE)),
        Arguments.of(
            "bytes that the other dropped and may have",
            List.of(held(LONG_DELETED)),
            List.of(bare(LONG_DELETED)),
            List.of()),
        Arguments.of("forgotten there", List.of(bare(LONG_DELETED)), nothing(), List.of()),
        Arguments.of(
            "an expiry put off there",
            List.of(held(StoredState.put(50, 300))),
            List.of(held(StoredState.put(50, Expiry.NEVER))),
            List.of(Kind.LACKING_HERE)),
        Arguments.of(
            "expired, at the bound",
            List.of(held(StoredState.put(50, 200))),
            List.of(bare(StoredState.put(50, 200))),
            List.of()),
        Arguments.of(
            "each lacks something",
            List.of(held(StoredState.put(50, 300).merge(DELETED.undelete(160)))),
            List.of(bare(new StoredState(2, true, 170, 0))),
            List.of(Kind.LACKING_HERE)),
        Arguments.of(
            "other bytes",
            List.of(held(ALIVE)),
            List.of(new KnownBlob(ID, ALIVE, true, 100, 11)),
            List.of(Kind.CONFLICTING)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("situations")
  void differencesFollowFromBothLists(
      String situation, List<KnownBlob> here, List<KnownBlob> there, List<Kind> kinds) {
    List<Difference> found = Difference.of(here, there, LEFT_OUT);
    assertThat(found).as(situation).extracting(Difference::kind).isEqualTo(kinds);
  }

  /** Otherwise ranges would be listed forever, or differences be missed. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("situations")
  void digestsDifferExactlyWhereBlobsDiffer(
      String situation, List<KnownBlob> here, List<KnownBlob> there, List<Kind> kinds) {
    assertThat(digest(here).equals(digest(there))).as(situation).isEqualTo(kinds.isEmpty());
  }

  private static List<Kind> kinds(List<KnownBlob> here, List<KnownBlob> there, LeftOut leftOut) {
    return Difference.of(here, there, leftOut).stream().map(Difference::kind).toList();
  }

  /** An index that was made again may know a TTL update of a blob that is forgotten everywhere. */
  @Test
  void oldChangesCountOnlyIfOneReplicaHasTheirPut() {
    List<KnownBlob> change =
        List.of(new KnownBlob(ID, new StoredState(0, false, 0, Expiry.NEVER), false, 0, 0));
    LeftOut later = new LeftOut(LEFT_OUT.scope(), ID.createdMillis());
    assertThat(kinds(change, nothing(), later)).isEmpty();
    assertThat(kinds(nothing(), change, later)).isEmpty();
    assertThat(digest(change, later)).isEqualTo(digest(nothing(), later));
    assertThat(kinds(change, List.of(held(ALIVE)), later)).containsExactly(Kind.LACKING_HERE);
    assertThat(kinds(List.of(held(ALIVE)), change, later)).containsExactly(Kind.LACKING_THERE);
    LeftOut earlier = new LeftOut(LEFT_OUT.scope(), ID.createdMillis() - 1);
    assertThat(kinds(change, nothing(), earlier)).containsExactly(Kind.LACKING_THERE);
    List<KnownBlob> expired = List.of(bare(StoredState.put(50, 200)));
    assertThat(kinds(change, expired, earlier))
        .as("an expired blob that must be kept")
        .containsExactly(Kind.LACKING_HERE);
    byte[] bytes = BlobList.write(change).toByteArray();
    assertThat(BlobList.read(Body.of(HeapBuffer.copyOf(bytes)))).isEqualTo(change);
  }

  /** Otherwise a range would be listed at each comparison. */
  @Test
  void digestsDoNotSayWhetherAPutIsKnown() {
    StoredState state = new StoredState(1, false, 150, Expiry.NEVER);
    List<KnownBlob> change = List.of(new KnownBlob(ID, state, false, 0, 0));
    assertThat(digest(change)).isEqualTo(digest(List.of(bare(state))));
    assertThat(kinds(change, List.of(bare(state)), LEFT_OUT)).isEmpty();
  }

  /** A PUT with damaged bytes is still wanted. */
  @Test
  void aBlobWhoseBytesAreDamagedCounts() {
    LeftOut later = new LeftOut(LEFT_OUT.scope(), ID.createdMillis());
    assertThat(kinds(List.of(bare(ALIVE)), nothing(), later)).containsExactly(Kind.LACKING_THERE);
  }

  private static RangeDigest digest(List<KnownBlob> blobs) {
    return digest(blobs, LEFT_OUT);
  }

  private static RangeDigest digest(List<KnownBlob> blobs, LeftOut leftOut) {
    DigestMaker maker = new DigestMaker(leftOut);
    blobs.forEach(maker::add);
    return maker.take();
  }

  @Test
  void blobListsSurviveEncodingAndAreVerified() {
    List<KnownBlob> blobs = List.of(held(DELETED));
    byte[] bytes = BlobList.write(blobs).toByteArray();
    assertThat(BlobList.read(Body.of(HeapBuffer.copyOf(bytes)))).isEqualTo(blobs);
    for (int i = 0; i < bytes.length; i++) {
      byte[] wrong = bytes.clone();
      wrong[i] ^= 4;
      assertBroken(wrong);
      assertBroken(java.util.Arrays.copyOf(bytes, i));
    }
    assertBroken(BlobList.write(List.of(held(ALIVE), held(ALIVE))).toByteArray());
  }

  private static void assertBroken(byte[] bytes) {
    assertThatThrownBy(() -> BlobList.read(Body.of(HeapBuffer.copyOf(bytes))))
        .isInstanceOf(AumbryException.class);
  }

  @Test
  void digestsSurviveEncodingOrAreRefused() {
    List<RangeDigest> digests = List.of(new RangeDigest(1, 2, 3), new RangeDigest(-1, 0, -5));
    assertThat(RangeDigest.read(RangeDigest.write(digests), 2)).isEqualTo(digests);
    assertThatThrownBy(() -> RangeDigest.read(RangeDigest.write(digests), 3))
        .isInstanceOf(AumbryException.class);
  }
}
