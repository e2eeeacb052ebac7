package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.StalenessCheck.Noted;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReplicaNotesTest {
  private static final int TOKENS_MAGIC = 0x41755254;
  private static final UUID STORE = new UUID(0x1112131415161718L, 0x2122232425262728L);
  private static final UUID PEER_STORE = new UUID(3, 4);
  private static final Map<NodeId, PeerToken> TOKENS =
      Map.of(
          new NodeId("n1"),
          new PeerToken(PEER_STORE, 5, 7),
          new NodeId("n2"),
          new PeerToken(STORE, 6, 8));

  @Test
  void tokensReadBack() {
    assertThat(ReplicaNotes.tokens(ReplicaNotes.tokens(STORE, 9, TOKENS), STORE)).isEqualTo(TOKENS);
  }

  @Test
  void theBinaryFormIsStable() {
    assertThat(hex(ReplicaNotes.complete(STORE)))
        .startsWith("41755243" + "01" + "11121314151617182122232425262728")
        .hasSize(2 * 25);
    assertThat(hex(ReplicaNotes.tokens(STORE, 9, TOKENS)))
        .startsWith(
            "41755254"
                + "01"
                + "11121314151617182122232425262728"
                + "0000000000000009"
                + "00000002"
                + "00026e31"
                + "00000000000000030000000000000004"
                + "0000000000000005"
                + "0000000000000007"
                + "00026e32"
                + "11121314151617182122232425262728"
                + "0000000000000006"
                + "0000000000000008")
        .hasSize(2 * 109);
  }

  /** Operators create this file. */
  @Test
  void theNameOfTheNoteOfAnAcceptedStoreIsStable() {
    assertThat(ReplicaNotes.acceptedName(7)).isEqualTo("7.accepted");
  }

  @Test
  void recencyReadsBackForItsStoreOnly() {
    Noted noted = new Noted(7, 8, 9, 6, true);
    ByteBuffer note = ReplicaNotes.recency(STORE, noted);
    assertThat(ReplicaNotes.recency(note, STORE)).contains(noted);
    assertThat(ReplicaNotes.recency(note, PEER_STORE)).isEmpty();
    assertThat(hex(note))
        .startsWith(
            "41755259"
                + "01"
                + "11121314151617182122232425262728"
                + "0000000000000007"
                + "0000000000000008"
                + "0000000000000009"
                + "0000000000000006"
                + "01")
        .hasSize(2 * 58);
    for (int at = 0; at < note.limit(); at++) {
      ByteBuffer changed = ReplicaNotes.recency(STORE, noted);
      changed.put(at, (byte) (changed.get(at) ^ 0x10));
      assertThat(ReplicaNotes.recency(changed, STORE)).isEmpty();
      assertThat(ReplicaNotes.recency(note.slice(0, at), STORE)).isEmpty();
    }
  }

  @Test
  void aNoteOfAnotherStoreIsIgnored() {
    assertThat(ReplicaNotes.isComplete(ReplicaNotes.complete(STORE), STORE)).isTrue();
    assertThat(ReplicaNotes.isComplete(ReplicaNotes.complete(PEER_STORE), STORE)).isFalse();
    assertThat(ReplicaNotes.tokens(ReplicaNotes.tokens(PEER_STORE, 9, TOKENS), STORE)).isEmpty();
  }

  @Test
  void aTruncatedOrChangedNoteIsIgnored() {
    ByteBuffer complete = ReplicaNotes.complete(STORE);
    ByteBuffer tokens = ReplicaNotes.tokens(STORE, 9, TOKENS);
    for (int length = 0; length < tokens.limit(); length++) {
      assertThat(ReplicaNotes.tokens(tokens.slice(0, length), STORE)).isEmpty();
    }
    for (int at = 0; at < complete.limit(); at++) {
      ByteBuffer changed = ReplicaNotes.complete(STORE);
      changed.put(at, (byte) (changed.get(at) ^ 0x10));
      assertThat(ReplicaNotes.isComplete(changed, STORE)).isFalse();
    }
    for (int at = 0; at < tokens.limit(); at++) {
      ByteBuffer changed = ReplicaNotes.tokens(STORE, 9, TOKENS);
      changed.put(at, (byte) (changed.get(at) ^ 0x10));
      assertThat(ReplicaNotes.tokens(changed, STORE)).isEmpty();
    }
  }

  @Test
  void replacedDisksReadBackForTheirDiskOnly() {
    Set<UUID> away = Set.of(new UUID(1, 2), new UUID(3, 4));
    ByteBuffer note = ReplicaNotes.instead(STORE, away);
    assertThat(ReplicaNotes.instead(note, STORE)).isEqualTo(away);
    assertThat(ReplicaNotes.instead(note, PEER_STORE)).isEmpty();
    assertThat(hex(note))
        .startsWith(
            "41755249"
                + "01"
                + "11121314151617182122232425262728"
                + "00000002"
                + "00000000000000010000000000000002"
                + "00000000000000030000000000000004")
        .hasSize(2 * 61);
    for (int at = 0; at < note.limit(); at++) {
      ByteBuffer changed = ReplicaNotes.instead(STORE, away);
      changed.put(at, (byte) (changed.get(at) ^ 0x10));
      assertThat(ReplicaNotes.instead(changed, STORE)).isEmpty();
    }
  }

  @Test
  void eachNoteHasANameOfItsOwnForEachPartition() {
    assertThat(ReplicaNotes.completeName(7)).isEqualTo("7.complete");
    assertThat(ReplicaNotes.tokensName(7)).isEqualTo("7.tokens");
    assertThat(ReplicaNotes.comparedName(7)).isEqualTo("7.compared");
    assertThat(ReplicaNotes.recencyName(7)).isEqualTo("7.recency");
    assertThat(ReplicaNotes.insteadName(7)).isEqualTo("7.instead");
  }

  @Test
  void aSealedDiskIsNotedForThatDiskOnly() {
    assertThat(ReplicaNotes.isSealed(ReplicaNotes.sealed(STORE), STORE)).isTrue();
    assertThat(ReplicaNotes.isSealed(ReplicaNotes.sealed(STORE), PEER_STORE)).isFalse();
    assertThat(ReplicaNotes.isSealed(ReplicaNotes.complete(STORE), STORE)).isFalse();
    assertThat(ReplicaNotes.isComplete(ReplicaNotes.sealed(STORE), STORE)).isFalse();
  }

  @Test
  void aNoteOfAnotherLengthIsIgnored() {
    ByteBuffer longer = ReplicaNotes.head(0x41755259, STORE, 5 * Long.BYTES);
    for (int i = 1; i <= 5; i++) {
      longer.putLong(i);
    }
    assertThat(ReplicaNotes.recency(ReplicaNotes.seal(longer), STORE)).isEmpty();
  }

  @Test
  void tokensAreReadWithTheLastRecordOfTheStore() {
    assertThat(ReplicaNotes.sequence(ReplicaNotes.tokens(STORE, 9, TOKENS), STORE)).isEqualTo(9);
    assertThat(ReplicaNotes.sequence(ReplicaNotes.tokens(STORE, 9, TOKENS), PEER_STORE)).isZero();
  }

  /** A part of the tokens would look complete. */
  @Test
  void tokensThatEndTooEarlyAreNotReadInPart() {
    ByteBuffer to = ReplicaNotes.head(0x41755254, STORE, 4 + 2 + 1 + 5 * Long.BYTES);
    to.putLong(9).putInt(2).putShort((short) 1).put((byte) 'n');
    for (int i = 1; i <= 4; i++) {
      to.putLong(i);
    }
    assertThat(ReplicaNotes.tokens(ReplicaNotes.seal(to), STORE)).isEmpty();
  }

  private static String hex(ByteBuffer bytes) {
    byte[] all = new byte[bytes.remaining()];
    bytes.duplicate().get(all);
    return HexFormat.of().formatHex(all);
  }

  @Test
  void aNoteOfAnotherVersionIsIgnored() {
    UUID store = new UUID(1, 2);
    ByteBuffer note = ReplicaNotes.seal(ReplicaNotes.head(5, store, 0));
    assertThat(ReplicaNotes.open(5, note, store)).isPresent();
    assertThat(ReplicaNotes.open(6, note, store)).isEmpty();
    ByteBuffer newer = ReplicaNotes.head(5, store, 0).put(Integer.BYTES, (byte) 2);
    assertThat(ReplicaNotes.open(5, ReplicaNotes.seal(newer), store)).isEmpty();
  }

  @Test
  void theSequenceOfTokensThatAreCutIsUnknown() {
    ByteBuffer cut = ReplicaNotes.head(TOKENS_MAGIC, STORE, 7).put(new byte[7]);
    assertThat(ReplicaNotes.sequence(ReplicaNotes.seal(cut), STORE)).isZero();
    ByteBuffer alone = ReplicaNotes.head(TOKENS_MAGIC, STORE, 8).putLong(9);
    assertThat(ReplicaNotes.sequence(ReplicaNotes.seal(alone), STORE)).isEqualTo(9);
  }
}
