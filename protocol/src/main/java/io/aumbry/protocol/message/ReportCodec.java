package io.aumbry.protocol.message;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.PeerReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.report.WorkerReport;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Binary form of {@link NodeResponse.Reported}. */
final class ReportCodec {
  /** Size of an empty text or list. */
  private static final int EMPTY = Integer.BYTES;

  private static final int UNKNOWN_LOAD = 0xff;

  private static final int LEAST_DISK = EMPTY + 2 + 4 * Long.BYTES;
  private static final int LEAST_WORKER = 4 * EMPTY + 1 + 4 * Long.BYTES;
  private static final int LEAST_MACHINE = 1 + Integer.BYTES + Long.BYTES + EMPTY;
  private static final int LEAST_PEER = EMPTY + Integer.BYTES + 7 * Long.BYTES;
  private static final int LEAST_REPLICA =
      4 * Integer.BYTES + EMPTY + 2 + 10 * Long.BYTES + EMPTY + Long.BYTES + EMPTY;
  private static final int LEAST_MISSING = EMPTY + Integer.BYTES;

  private ReportCodec() {}

  static HeaderWriter write(HeaderWriter to, NodeResponse.Reported reported) {
    NodeReport node = reported.node();
    return to.text(node.version())
        .u64(node.nowMillis())
        .u64(node.uptimeMillis())
        .list(node.disks(), disk -> write(to, disk))
        .list(node.workers(), worker -> write(to, worker, node.disks()))
        .list(reported.replicas(), replica -> write(to, replica))
        .u32(reported.next());
  }

  static NodeResponse.Reported read(HeaderReader from) {
    String version = from.text();
    long now = from.u64();
    long uptime = from.u64();
    List<DiskReport> disks = from.list(LEAST_DISK, () -> readDisk(from));
    List<WorkerReport> workers = from.list(LEAST_WORKER, () -> readWorker(from, disks));
    return new NodeResponse.Reported(
        new NodeReport(version, now, uptime, disks, workers),
        from.list(LEAST_REPLICA, () -> readReplica(from)),
        from.u32());
  }

  /** The report of earlier builds, then the parts that they do not know. */
  static HeaderWriter writeWhole(HeaderWriter to, NodeResponse.Reported reported) {
    return write(to, reported)
        .list(reported.node().machine().stream().toList(), machine -> write(to, machine))
        .list(reported.replicas(), replica -> writeMissing(to, replica));
  }

  static NodeResponse.Reported readWhole(HeaderReader from) {
    NodeResponse.Reported reported = read(from);
    List<MachineReport> machine = from.list(LEAST_MACHINE, () -> readMachine(from));
    List<SortedMap<NodeId, Integer>> missing = from.list(EMPTY, () -> readMissing(from));
    if (missing.size() != reported.replicas().size()) {
      throw new IllegalArgumentException("missing blobs of " + missing.size() + " replicas");
    }
    return new NodeResponse.Reported(
        reported.node().with(machine.stream().findFirst()),
        IntStream.range(0, missing.size())
            .mapToObj(i -> reported.replicas().get(i).with(missing.get(i)))
            .toList(),
        reported.next());
  }

  static HeaderWriter writeMissing(HeaderWriter to, ReplicaReport replica) {
    return to.list(
        List.copyOf(replica.standing().proof().missingAtPeers().entrySet()),
        peer -> to.text(peer.getKey().name()).u32(peer.getValue()));
  }

  private static SortedMap<NodeId, Integer> readMissing(HeaderReader from) {
    SortedMap<NodeId, Integer> missing = new TreeMap<>();
    from.list(LEAST_MISSING, () -> missing.put(new NodeId(from.text()), from.u32()));
    return missing;
  }

  private static void write(HeaderWriter to, DiskReport disk) {
    to.text(disk.name())
        .flag(disk.usable())
        .flag(disk.sealed())
        .u64(disk.capacityBytes())
        .u64(disk.usedBytes())
        .u64(disk.longestMillis())
        .u64(disk.errors());
  }

  private static DiskReport readDisk(HeaderReader from) {
    return new DiskReport(
        from.text(), from.flag(), from.flag(), from.u64(), from.u64(), from.u64(), from.u64());
  }

  static void write(HeaderWriter to, MachineReport machine) {
    to.u8(machine.busyPercent().orElse(UNKNOWN_LOAD))
        .u32(machine.processors())
        .u64(machine.memoryBytes())
        .list(machine.diskSpeeds(), to::u64);
  }

  static MachineReport readMachine(HeaderReader from) {
    int busy = from.u8();
    return new MachineReport(
        busy == UNKNOWN_LOAD ? OptionalInt.empty() : OptionalInt.of(busy),
        from.u32(),
        from.u64(),
        from.list(Long.BYTES, from::u64));
  }

  /** The name of a disk may be long, so a worker has its index plus 1, or 0. */
  private static void write(HeaderWriter to, WorkerReport worker, List<DiskReport> disks) {
    to.text(worker.name())
        .u32(disks.stream().map(DiskReport::name).toList().indexOf(worker.disk()) + 1)
        .u8(wire(worker.state()))
        .u64(worker.times().stateMillis())
        .u64(worker.times().agoMillis())
        .u64(worker.times().tookMillis())
        .u64(worker.backlog().amount())
        .text(worker.backlog().unit())
        .text(worker.failure());
  }

  private static WorkerReport readWorker(HeaderReader from, List<DiskReport> disks) {
    return new WorkerReport(
        from.text(),
        disk(from.u32(), disks),
        workerState(from.u8()),
        new WorkerReport.Times(from.u64(), from.u64(), from.u64()),
        new WorkerReport.Backlog(from.u64(), from.text()),
        from.text());
  }

  private static String disk(int number, List<DiskReport> disks) {
    if (number < 0 || number > disks.size()) {
      throw new IllegalArgumentException("disk " + number + " of a worker");
    }
    return number == 0 ? "" : disks.get(number - 1).name();
  }

  private static int wire(WorkerReport.State state) {
    return switch (state) {
      case WAITING -> 0;
      case RUNNING -> 1;
      case FAILED -> 2;
      case STOPPED -> 3;
    };
  }

  private static WorkerReport.State workerState(int wire) {
    return Stream.of(WorkerReport.State.values())
        .filter(state -> wire(state) == wire)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("worker state " + wire));
  }

  static HeaderWriter write(HeaderWriter to, ReplicaReport replica) {
    ReplicaReport.Content content = replica.content();
    ReplicaReport.Proof proof = replica.standing().proof();
    return to.u32(replica.partition())
        .text(replica.disk())
        .uuid(replica.store())
        .u8(wire(replica.standing().state()))
        .flag(replica.standing().complete())
        .u64(proof.provenMillis())
        .u32(proof.unproven())
        .u32(proof.open())
        .u32(proof.doubtful())
        .u64(proof.wantedMillis())
        .u64(content.newest())
        .u64(content.allocatedBytes())
        .u64(content.liveBytes())
        .u64(content.garbageBytes())
        .u64(content.damaged())
        .u64(content.madeMillis())
        .list(replica.peers(), peer -> write(to, peer))
        .u64(replica.waiting().sinceMillis())
        .list(replica.waiting().missing(), to::text);
  }

  private static ReplicaReport readReplica(HeaderReader from) {
    return new ReplicaReport(
        from.u32(),
        from.text(),
        from.uuid(),
        new ReplicaReport.Standing(state(from.u8()), from.flag(), readProof(from)),
        new ReplicaReport.Content(
            from.u64(), from.u64(), from.u64(), from.u64(), from.u64(), from.u64()),
        from.list(LEAST_PEER, () -> readPeer(from)),
        new ReplicaReport.Waiting(from.u64(), from.list(EMPTY, from::text)));
  }

  private static ReplicaReport.Proof readProof(HeaderReader from) {
    return new ReplicaReport.Proof(from.u64(), from.u32(), from.u32(), from.u32(), from.u64());
  }

  private static void write(HeaderWriter to, PeerReport peer) {
    to.text(peer.node().name())
        .u32(peer.dataCenter())
        .u64(peer.acknowledged())
        .uuid(peer.store())
        .u64(peer.token())
        .u64(peer.end().last())
        .u64(peer.end().bytes())
        .u64(peer.inSyncMillis());
  }

  private static PeerReport readPeer(HeaderReader from) {
    return new PeerReport(
        new NodeId(from.text()),
        from.u32(),
        from.u64(),
        from.uuid(),
        from.u64(),
        new PeerReport.End(from.u64(), from.u64()),
        from.u64());
  }

  private static int wire(ReplicaState state) {
    return switch (state) {
      case OFFLINE -> 0;
      case BOOTSTRAP -> 1;
      case STANDBY -> 2;
      case LEADER -> 3;
      case INACTIVE -> 4;
      case DROPPED -> 5;
      case ERROR -> 6;
    };
  }

  private static ReplicaState state(int wire) {
    return Stream.of(ReplicaState.values())
        .filter(state -> wire(state) == wire)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("replica state " + wire));
  }
}
