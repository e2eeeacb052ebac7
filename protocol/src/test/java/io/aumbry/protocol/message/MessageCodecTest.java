package io.aumbry.protocol.message;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {
  private static final UUID EXAMPLE = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  private static final Source SOURCE =
      new Source(EXAMPLE, 3, 1L << 43, true, new Opening(1L << 42, 2), 1L << 41, 1L << 40);
  private static final BlobId ID =
      new BlobId(BlobId.Flags.of(BlobKind.SIMPLE), 1, 2, 3, 4, EXAMPLE);
  private static final BlockChecksums CHECKSUMS =
      BlockChecksums.of(Body.of(HeapBuffer.copyOf(new byte[BlockChecksums.BLOCK_SIZE + 1])));
  private static final IdRange RANGE = new IdRange(IdRange.START, EXAMPLE);
  private static final HeapBuffer METADATA = HeapBuffer.copyOf(new byte[] {1, 2, 3});

  static Stream<NodeRequest> requests() {
    return Stream.of(
        new NodeRequest.Put(ID, 5, 6, METADATA, BlockChecksums.BLOCK_SIZE + 1, CHECKSUMS),
        new NodeRequest.Put(ID, 5, 6, METADATA, BlockChecksums.BLOCK_SIZE + 1, CHECKSUMS, true),
        new NodeRequest.Get(ID, new ByteRange.None(), true, false),
        new NodeRequest.Get(ID, new ByteRange.None(), false, false, BlobState.FINAL_LIFE + 1, true),
        new NodeRequest.Get(ID, new ByteRange.All(), false, true),
        new NodeRequest.Get(ID, new ByteRange.FromTo(1, 2), false, false),
        new NodeRequest.Get(ID, new ByteRange.From(3), true, true),
        new NodeRequest.Get(ID, new ByteRange.Suffix(4), false, false),
        new NodeRequest.Delete(ID, 77),
        new NodeRequest.Delete(ID, 77, 32767),
        new NodeRequest.UpdateTtl(ID),
        new NodeRequest.Undelete(ID, new NodeRequest.Undelete.Life(BlobState.LAST_LIFE, 88, 99)),
        new NodeRequest.Undelete(ID, new NodeRequest.Undelete.Life(1, 2, 3), true),
        new NodeRequest.Look(ID),
        new NodeRequest.Hint(ID),
        new NodeRequest.Confirm("n", 7, EXAMPLE, 1L << 40, 1L << 42),
        new Compare("n", 7, new Compare.Digests(new Scope(1, 2), List.of(RANGE, RANGE))),
        new Compare("n", 7, new Compare.Entries(RANGE, 1000)),
        new Compare("n", 7, new Compare.Records(List.of(ID, ID), 1 << 20)),
        new Compare("n", 7, new Compare.Proven()),
        new Compare(Compare.FRONTEND, 7, new Compare.Named(RANGE, 1000)),
        new Compare(
            Compare.FRONTEND,
            7,
            new Compare.Removable(
                List.of(
                    new DeletedContainer(new DeletedContainer.Key(1, 2), 1L << 41, 1L << 34),
                    new DeletedContainer(new DeletedContainer.Key(1 << 30, 3), 1, 0)),
                RANGE,
                1000)),
        new Compare(Compare.FRONTEND, 7, new Compare.Usage(new UsagePage.From(2, 3), 1000)),
        new NodeRequest.Report(20_000),
        new NodeRequest.Report(NodeRequest.Report.WITH_MACHINE),
        NodeRequest.Report.whole(20_000),
        new NodeRequest.Verify(NodeRequest.Verify.ALL, 77, 0),
        new NodeRequest.Verify(7, 1L << 42, 10_000_000),
        new NodeRequest.Pull("node-1", List.of(), NodeRequest.Pull.Form.RECORDS, 1, 0),
        new NodeRequest.Pull(
            "node-1",
            List.of(
                NodeRequest.Pull.From.start(1),
                new NodeRequest.Pull.From(3, EXAMPLE, 1L << 40, 1L << 42, 1L << 41, 1L << 39, 77)),
            NodeRequest.Pull.Form.SUMMARIES,
            1 << 20,
            500),
        new NodeRequest.Pull(
            "node-1",
            List.of(new NodeRequest.Pull.From(3, EXAMPLE, 7, 8, 9, 10, 11)),
            NodeRequest.Pull.Form.NOTHING,
            0,
            0),
        new NodeRequest.Pull(
            "node-1",
            List.of(new NodeRequest.Pull.From(3, EXAMPLE, 7, 8, 0)),
            NodeRequest.Pull.Form.OFFERED,
            7,
            0));
  }

  static Stream<NodeResponse> responses() {
    return Stream.concat(
        Stream.of(
            new NodeResponse.Done(),
            new NodeResponse.Done(7),
            new NodeResponse.Stored(0),
            new NodeResponse.DeleteRecorded(0),
            new NodeResponse.DeleteRecorded(3),
            new NodeResponse.Stored(NodeResponse.Stored.FULL),
            new NodeResponse.Missing(Absence.DELETED, 32767),
            new NodeResponse.Known(new BlobState(3, true, 99), 100, true, false),
            new NodeResponse.Known(new BlobState(3, true, 99), 100, false, true),
            new NodeResponse.Found(
                new BlobState(3, true, 99),
                METADATA,
                3 * BlockChecksums.BLOCK_SIZE,
                BlockChecksums.BLOCK_SIZE,
                BlockChecksums.BLOCK_SIZE + 1,
                CHECKSUMS),
            new NodeResponse.Unsatisfiable(8),
            new NodeResponse.Pulled(
                List.of(
                    new Batch(
                        1,
                        new Source(EXAMPLE, 3, 0, false, new Opening(0, 0), 0, 0),
                        2,
                        List.of(),
                        4))),
            new NodeResponse.Pulled(
                List.of(
                    new Batch(1, SOURCE, 3, List.of(new Held(EXAMPLE, 1L << 40, 1L << 42)), 4),
                    new Batch(2, SOURCE, 3, List.of(), 0))),
            new NodeResponse.Compared(EXAMPLE, 3, 99),
            new NodeResponse.Reported(
                ReportCodecTest.NODE, List.of(), NodeResponse.Reported.NO_MORE),
            new NodeResponse.Reported(
                ReportCodecTest.NODE, List.of(ReportCodecTest.REPLICA, ReportCodecTest.idle(8)), 9),
            new NodeResponse.Reported(
                ReportCodecTest.MACHINE_NODE, List.of(ReportCodecTest.REPLICA), 9),
            new NodeResponse.Failed(ErrorCode.NO_SPACE, "disk 1 is full")),
        Stream.of(Absence.values()).map(NodeResponse.Missing::new));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void everyRequestReadsBack(NodeRequest request) {
    ByteBuffer bytes = MessageCodec.encode(new Envelope("request-1", 250, request));
    assertThat(bytes.getInt()).isEqualTo(bytes.remaining());
    assertThat(MessageCodec.decodeRequest(bytes))
        .isEqualTo(new Envelope("request-1", 250, request));
  }

  @ParameterizedTest
  @MethodSource("responses")
  void everyResponseReadsBack(NodeResponse response) {
    ByteBuffer bytes = MessageCodec.encode(response);
    assertThat(bytes.getInt()).isEqualTo(bytes.remaining());
    assertThat(MessageCodec.decodeResponse(bytes)).isEqualTo(response);
  }

  @Test
  void theBinaryFormOfTheFirstVersionIsFixedForEver() {
    ByteBuffer request =
        MessageCodec.encode(new Envelope("r", 1, new NodeRequest.Delete(ID, 0x77)));
    assertThat(hex(request))
        .isEqualTo(
            "000000330103000000017200000001"
                + "0100000100000002000000030000000401"
                + "7f22e279b07cc398c4dc0c0c07398f0000000000000077");
    assertThat(hex(MessageCodec.encode(new NodeResponse.Missing(Absence.DELETED))))
        .isEqualTo("00000003018301");
    assertThat(hex(MessageCodec.encode(new NodeResponse.Done()))).isEqualTo("000000020181");
  }

  @Test
  void aPutThatAsksForTheFillDiffersOnlyByItsType() {
    BlockChecksums none = BlockChecksums.of(Body.empty());
    String id = "0100000100000002000000030000000401" + "7f22e279b07cc398c4dc0c0c07398f";
    String rest =
        "0000000172"
            + "00000001"
            + id
            + "0000000000000005"
            + "0000000000000006"
            + "00000003010203"
            + "00000000"
            + "00000000";
    assertThat(request(new NodeRequest.Put(ID, 5, 6, METADATA, 0, none)))
        .isEqualTo("0000004a0101" + rest);
    assertThat(request(new NodeRequest.Put(ID, 5, 6, METADATA, 0, none, true)))
        .isEqualTo("0000004a010c" + rest);
  }

  @Test
  void theResponseToAPutIsFixedForEverAndItsFillBounded() {
    assertThat(hex(MessageCodec.encode(new NodeResponse.DeleteRecorded(0x11))))
        .isEqualTo("00000006018c00000011");
    assertThat(hex(MessageCodec.encode(new NodeResponse.Stored(0x11))))
        .isEqualTo("00000006018b00000011");
    for (String fill : List.of("ffffffff", "00002711")) {
      ByteBuffer header = ByteBuffer.wrap(HexFormat.of().parseHex("018b" + fill));
      assertCode(() -> MessageCodec.decodeResponse(header), ErrorCode.CORRUPT_TRANSFER);
    }
  }

  @Test
  void theBinaryFormOfLivesIsFixedForEver() {
    String id = "0100000100000002000000030000000401" + "7f22e279b07cc398c4dc0c0c07398f";
    assertThat(request(new NodeRequest.UpdateTtl(ID)))
        .isEqualTo("0000002b0106000000017200000001" + id);
    assertThat(
            request(new NodeRequest.Undelete(ID, new NodeRequest.Undelete.Life(0x11, 0x22, 0x33))))
        .isEqualTo(
            "0000003f0107000000017200000001" + id + "0000001100000000000000220000000000000033");
    NodeRequest.Undelete.Life life = new NodeRequest.Undelete.Life(0x11, 0x22, 0x33);
    assertThat(request(new NodeRequest.Undelete(ID, life, true)))
        .isEqualTo(
            "0000003f010b000000017200000001" + id + "0000001100000000000000220000000000000033");
    assertThat(request(new NodeRequest.Delete(ID, 0x77, 0x11)))
        .isEqualTo("000000370108000000017200000001" + id + "000000000000007700000011");
    assertThat(request(new NodeRequest.Look(ID))).isEqualTo("0000002b0109000000017200000001" + id);
    assertThat(request(new NodeRequest.Hint(ID))).isEqualTo("0000002b010d000000017200000001" + id);
    assertThat(hex(MessageCodec.encode(new NodeResponse.Done(0x11))))
        .isEqualTo("00000006018700000011");
    assertThat(hex(MessageCodec.encode(new NodeResponse.Missing(Absence.DELETED, 0x11))))
        .isEqualTo("0000000701880000001101");
    BlobState state = new BlobState(0x11, true, 0x22);
    assertThat(hex(MessageCodec.encode(new NodeResponse.Known(state, 0x33, true, false))))
        .isEqualTo("00000019018900000011" + "010000000000000022" + "00000000000000330100");
  }

  /** The header of such a response ends with the length of its last batch. */
  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void batchesOfAnImpossibleLengthAreRefused(int length) {
    ByteBuffer message =
        MessageCodec.encode(
            new NodeResponse.Pulled(
                List.of(
                    new Batch(1, SOURCE, 3, List.of(), 1), new Batch(2, SOURCE, 3, List.of(), 1))));
    message.putInt(message.limit() - Integer.BYTES, length);
    assertCode(
        () -> MessageCodec.decodeResponse(message.position(Integer.BYTES)),
        ErrorCode.CORRUPT_TRANSFER);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, BlobState.FINAL_LIFE + 1})
  void aStateInAnImpossibleLifeIsRefused(int life) {
    ByteBuffer message =
        MessageCodec.encode(new NodeResponse.Known(new BlobState(3, true, 99), 100, true, false));
    int state = Integer.BYTES + 2;
    assertThat(message.getInt(state)).isEqualTo(3);
    message.putInt(state, life);
    assertCode(
        () -> MessageCodec.decodeResponse(message.position(Integer.BYTES)),
        ErrorCode.CORRUPT_TRANSFER);
  }

  @Test
  void theDeclaredSizesOfBatchesMatch() {
    Batch bare =
        new Batch(1, new Source(EXAMPLE, 3, 0, false, new Opening(0, 0), 0, 0), 2, List.of(), 4);
    Batch with = new Batch(1, SOURCE, 3, List.of(new Held(EXAMPLE, 7, 8)), 4);
    int none = size();
    assertThat(size(bare)).isEqualTo(none + MessageCodec.BATCH_SIZE);
    assertThat(size(bare, with))
        .isEqualTo(none + 2 * MessageCodec.BATCH_SIZE + MessageCodec.HELD_SIZE);
  }

  static int size(NodeResponse response) {
    return MessageCodec.encode(response).remaining();
  }

  private static int size(Batch... batches) {
    return size(new NodeResponse.Pulled(List.of(batches)));
  }

  static String u64(long value) {
    return HexFormat.of().toHexDigits(value);
  }

  @Test
  void theBinaryFormOfComparisonsIsFixedForEver() {
    String range = "00000000000000000000000000000000" + "017f22e279b07cc398c4dc0c0c07398f";
    String start = "0110000000017200000001" + "000000016e" + "00000007";
    assertThat(request(new Compare("n", 7, new Compare.Digests(new Scope(1, 2), List.of(RANGE)))))
        .isEqualTo(
            "00000049" + start + "00" + "00000000000000010000000000000002" + "00000001" + range);
    assertThat(request(new Compare("n", 7, new Compare.Proven())))
        .isEqualTo("00000015" + start + "03");
    assertThat(request(new Compare("n", 7, new Compare.Entries(RANGE, 0x11))))
        .isEqualTo("00000039" + start + "01" + range + "00000011");
    assertThat(request(new Compare("n", 7, new Compare.Named(RANGE, 0x11))))
        .isEqualTo("00000039" + start + "04" + range + "00000011");
    var container = new DeletedContainer(new DeletedContainer.Key(5, 6), 8, 9);
    assertThat(request(new Compare("n", 7, new Compare.Removable(List.of(container), RANGE, 0x11))))
        .isEqualTo(
            "00000055"
                + start
                + "05"
                + "00000001"
                + "0000000500000006"
                + "0000000000000008"
                + "0000000000000009"
                + range
                + "00000011");
    assertThat(request(new Compare("n", 7, new Compare.Usage(new UsagePage.From(2, 3), 0x11))))
        .isEqualTo("00000021" + start + "06" + "00000002" + "00000003" + "00000011");
    assertThat(request(new Compare("n", 7, new Compare.Records(List.of(ID), 0x11))))
        .isEqualTo(
            "0000003d"
                + start
                + "02"
                + "00000001"
                + "0100000100000002000000030000000401"
                + "7f22e279b07cc398c4dc0c0c07398f"
                + "00000011");
    assertThat(hex(MessageCodec.encode(new NodeResponse.Compared(EXAMPLE, 3, 0x22))))
        .isEqualTo("0000001a0190" + "017f22e279b07cc398c4dc0c0c07398f" + "0000000300000022");
  }

  static String request(NodeRequest request) {
    return hex(MessageCodec.encode(new Envelope("r", 1, request)));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void everyTruncatedRequestIsRefused(NodeRequest request) {
    ByteBuffer bytes = MessageCodec.encode(new Envelope("request-1", 250, request));
    ByteBuffer header = bytes.slice(4, bytes.limit() - 4);
    for (int length = 0; length < header.limit(); length++) {
      ByteBuffer cut = header.slice(0, length);
      assertThatThrownBy(() -> MessageCodec.decodeRequest(cut)).isInstanceOf(AumbryException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("responses")
  void everyTruncatedResponseIsRefused(NodeResponse response) {
    ByteBuffer bytes = MessageCodec.encode(response);
    ByteBuffer header = bytes.slice(4, bytes.limit() - 4);
    for (int length = 0; length < header.limit(); length++) {
      ByteBuffer cut = header.slice(0, length);
      assertThatThrownBy(() -> MessageCodec.decodeResponse(cut))
          .isInstanceOf(AumbryException.class);
    }
  }

  @Test
  void garbageIsAlwaysRefused() {
    Random random = new Random(8);
    for (int round = 0; round < 20_000; round++) {
      byte[] garbage = BytesOfTests.random(random, random.nextInt(200));
      if (garbage.length > 1) {
        garbage[0] = 1;
        garbage[1] = (byte) (random.nextInt(32) | (random.nextBoolean() ? 0x80 : 0));
      }
      refuseOrRead(garbage);
    }
  }

  private static void refuseOrRead(byte[] garbage) {
    try {
      MessageCodec.decodeRequest(ByteBuffer.wrap(garbage));
      MessageCodec.decodeResponse(ByteBuffer.wrap(garbage));
    } catch (AumbryException e) {
      assertThat(e.code())
          .isIn(
              ErrorCode.CORRUPT_TRANSFER, ErrorCode.UNSUPPORTED_VERSION, ErrorCode.INVALID_BLOB_ID);
    }
  }

  @Test
  void anotherVersionHasItsOwnError() {
    assertCode(
        () -> MessageCodec.decodeResponse(ByteBuffer.wrap(new byte[] {2, 1})),
        ErrorCode.UNSUPPORTED_VERSION);
  }

  static String hex(ByteBuffer bytes) {
    byte[] all = new byte[bytes.remaining()];
    bytes.duplicate().get(all);
    return HexFormat.of().formatHex(all);
  }
}
