package io.aumbry.protocol.message;

import static io.aumbry.protocol.message.MessageCodecTest.hex;
import static io.aumbry.protocol.message.MessageCodecTest.request;
import static io.aumbry.protocol.message.MessageCodecTest.size;
import static io.aumbry.protocol.message.MessageCodecTest.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.report.WorkerReport.Backlog;
import io.aumbry.protocol.report.WorkerReport.Times;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The report of a node as a message. */
final class ReportCodecTest {
  private static final UUID EXAMPLE = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

  static final NodeReport NODE =
      new NodeReport(
          "0.1",
          0x11,
          0x22,
          List.of(new DiskReport("/d", true, false, 0x33, 0x44, 0x55, DiskReport.UNKNOWN)),
          List.of(
              worker("", WorkerReport.State.WAITING),
              worker("/d", WorkerReport.State.RUNNING),
              worker("/d", WorkerReport.State.FAILED),
              worker("", WorkerReport.State.STOPPED)));
  static final NodeReport MACHINE_NODE =
      new NodeReport(
          "0.1",
          0x11,
          0x22,
          NODE.disks(),
          NODE.workers(),
          Optional.of(
              new MachineReport(
                  OptionalInt.of(MachineReport.ALL_BUSY),
                  0x33,
                  0x44,
                  List.of(0x55L, DiskReport.UNKNOWN))));
  static final ReplicaReport REPLICA =
      new ReplicaReport(
          7,
          "/d",
          EXAMPLE,
          new ReplicaReport.Standing(
              ReplicaState.LEADER, true, new ReplicaReport.Proof(0x66, 0x77, 0x88, 0x99, 0xaa)),
          new ReplicaReport.Content(1, 2, 3, 4, 5, 6),
          List.of(
              new PeerReport(
                  new NodeId("n"),
                  2,
                  6,
                  EXAMPLE,
                  7,
                  new PeerReport.End(0xaa, 0xbb),
                  PeerReport.UNKNOWN)),
          new ReplicaReport.Waiting(8, List.of("n (1 of 2 records)")));

  private static final List<ReplicaReport> ALL = List.of(idle(6), REPLICA);
  static final List<ReplicaReport> DIFFERING =
      List.of(idle(6), REPLICA.with(new TreeMap<>(Map.of(new NodeId("p"), 5))));

  private static WorkerReport worker(String disk, WorkerReport.State state) {
    return new WorkerReport(
        "w", disk, state, new Times(0x66, 0x77, 0x88), new Backlog(0x99, "bytes"), "f");
  }

  static ReplicaReport idle(int partition) {
    return new ReplicaReport(
        partition,
        "/d",
        EXAMPLE,
        new ReplicaReport.Standing(ReplicaState.BOOTSTRAP, false),
        REPLICA.content(),
        List.of(),
        ReplicaReport.Waiting.NOTHING);
  }

  @Test
  void theBinaryFormOfReportsIsFixedForEver() {
    assertThat(request(new NodeRequest.Report(0x77)))
        .isEqualTo("0000000f010a000000017200000001" + "00000077");
    NodeResponse.Reported reported = new NodeResponse.Reported(NODE, List.of(REPLICA), 0x99);
    String disk = "000000022f64" + "0100" + u64(0x33) + u64(0x44) + u64(0x55) + u64(-1);
    String worker =
        u64(0x66) + u64(0x77) + u64(0x88) + u64(0x99) + "000000056279746573" + "0000000166";
    String uuid = "017f22e279b07cc398c4dc0c0c07398f";
    String peer =
        "000000016e" + "00000002" + u64(6) + uuid + u64(7) + u64(0xaa) + u64(0xbb) + u64(-1);
    String missing = "00000012" + "6e202831206f662032207265636f72647329";
    assertThat(hex(MessageCodec.encode(reported)).substring(8))
        .isEqualTo(
            "018a"
                + "00000003302e31"
                + u64(0x11)
                + u64(0x22)
                + "00000001"
                + disk
                + "00000004"
                + ("0000000177" + "00000000" + "00" + worker)
                + ("0000000177" + "00000001" + "01" + worker)
                + ("0000000177" + "00000001" + "02" + worker)
                + ("0000000177" + "00000000" + "03" + worker)
                + "00000001"
                + "00000007"
                + "000000022f64"
                + uuid
                + "0301"
                + u64(0x66)
                + "000000770000008800000099"
                + u64(0xaa)
                + u64(1)
                + u64(2)
                + u64(3)
                + u64(4)
                + u64(5)
                + u64(6)
                + "00000001"
                + peer
                + u64(8)
                + "00000001"
                + missing
                + "00000099");
  }

  /** Earlier builds neither ask for the machine nor know it. */
  @Test
  void theMachineFollowsTheReportOfEarlierBuilds() {
    assertThat(request(new NodeRequest.Report(NodeRequest.Report.WITH_MACHINE)))
        .isEqualTo("0000000f010a000000017200000001" + "fffffffe");
    String without = hex(MessageCodec.encode(new NodeResponse.Reported(NODE, List.of(), 0x99)));
    String with =
        hex(MessageCodec.encode(new NodeResponse.Reported(MACHINE_NODE, List.of(), 0x99)));
    assertThat(with.substring(8))
        .isEqualTo(
            "0192"
                + without.substring(12)
                + "64"
                + "00000033"
                + u64(0x44)
                + "00000002"
                + u64(0x55)
                + u64(-1));
  }

  /** Earlier builds neither ask for a whole report nor know it. */
  @Test
  void theBlobsThatPeersLackFollowTheReportOfEarlierBuilds() {
    assertThat(request(NodeRequest.Report.whole(7)))
        .isEqualTo("0000000f010a000000017200000001" + "fffffff6");
    String without = hex(MessageCodec.encode(new NodeResponse.Reported(NODE, ALL, 0x99)));
    String with = hex(MessageCodec.encode(new NodeResponse.Reported(NODE, DIFFERING, 0x99)));
    String list = "00000002" + "00000000" + "00000001" + "0000000170" + "00000005";
    assertThat(with.substring(8)).isEqualTo("0193" + without.substring(12) + "00000000" + list);
    String withMachine =
        hex(MessageCodec.encode(new NodeResponse.Reported(MACHINE_NODE, DIFFERING, 0x99)));
    String machine = "64" + "00000033" + u64(0x44) + "00000002" + u64(0x55) + u64(-1);
    assertThat(withMachine.substring(8))
        .isEqualTo("0193" + without.substring(12) + "00000001" + machine + list);
  }

  @Test
  void aReportWithTheBlobsOfTooFewReplicasIsRefused() {
    ByteBuffer bytes = MessageCodec.encode(new NodeResponse.Reported(NODE, DIFFERING, 0x99));
    ByteBuffer header = bytes.position(Integer.BYTES).slice();
    ByteBuffer broken = ByteBuffer.allocate(header.remaining() - 17);
    broken.put(header.slice(0, broken.capacity())).flip();
    broken.putInt(broken.limit() - Integer.BYTES, 0);
    assertThatThrownBy(() -> MessageCodec.decodeResponse(broken))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("missing blobs of 0 replicas");
  }

  @Test
  void anUnlistedDifferenceMayBeMissingHere() {
    ReplicaReport.Proof proof = new ReplicaReport.Proof(0, 0, 8, 0);
    assertThat(proof.missing()).isEqualTo(8);
    SortedMap<NodeId, Integer> atPeers =
        new TreeMap<>(Map.of(new NodeId("p"), 5, new NodeId("q"), 2));
    assertThat(proof.with(atPeers).missing()).isEqualTo(1);
  }

  @Test
  void everyStateOfAReplicaReadsBack() {
    for (ReplicaState state : ReplicaState.values()) {
      ReplicaReport replica =
          new ReplicaReport(
              1,
              "",
              EXAMPLE,
              new ReplicaReport.Standing(state, false),
              REPLICA.content(),
              List.of(),
              ReplicaReport.Waiting.NOTHING);
      NodeResponse report = new NodeResponse.Reported(NODE, List.of(replica), 2);
      ByteBuffer bytes = MessageCodec.encode(report).position(Integer.BYTES);
      assertThat(MessageCodec.decodeResponse(bytes)).isEqualTo(report);
    }
  }

  @Test
  void theSizeOfAReplicaIsWhatItAddsToAHeader() {
    int without = size(new NodeResponse.Reported(NODE, List.of(), 0));
    int with = size(new NodeResponse.Reported(NODE, List.of(REPLICA), 0));
    assertThat(MessageCodec.sizeOf(REPLICA)).isEqualTo(with - without + Integer.BYTES);
    ReplicaReport differing = DIFFERING.getLast();
    int lists = 2 * Integer.BYTES;
    int withPeers = size(new NodeResponse.Reported(NODE, List.of(differing), 0));
    assertThat(MessageCodec.sizeOf(differing)).isEqualTo(withPeers - without - lists);
  }
}
