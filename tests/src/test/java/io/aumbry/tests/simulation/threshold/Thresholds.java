package io.aumbry.tests.simulation.threshold;

import java.util.List;
import java.util.stream.Stream;

/** All thresholds that a large batch of runs must cross. */
final class Thresholds {
  private static final String STORE = "store";
  private static final String SERVER = "storage-server";
  private static final String ROUTER = "router";

  private Thresholds() {}

  static List<Threshold> all() {
    return Stream.of(
            sizesOfStores(), timesOfStores(), replication(), repair(), frontends(), names())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Threshold> sizesOfStores() {
    return List.of(
        store(
            "a part of an index is written to disk",
            "index.IndexFiles",
            "write(ActiveIndex full) throws IOException {\n    IndexPart coverage"),
        store(
            "a part of an index is full by the bytes that it covers",
            "index.IndexLimits",
            "part.coveredBytes() >= activeBytes) {\n      return true;"),
        store(
            "segments of an index are merged",
            "index.BlobIndex",
            "    IndexSegment merged = files.publish(finished.coverage());"),
        store("an index has a merged segment", "index.MergeRule", "      level++;"),
        store(
            "too many parts of an index wait, so the writer seals them",
            "partition.StoreCore",
            "mostUnsealed()) {\n      sealNow();"),
        store(
            "the queue of a disk is full",
            "io.WorkQueue",
            "    if (count.incrementAndGet() > max) {\n      count.decrementAndGet();"),
        store(
            "segments are compacted",
            "compaction.Compactor",
            "    List<Integer> numbers = chosen.stream()"));
  }

  private static List<Threshold> timesOfStores() {
    return List.of(
        store(
            "a delete is old enough to be forgotten",
            "partition.StoreWriter",
            "          index.remove(entry);"),
        store("a disk is scrubbed once", "DiskScrub", "endRound() {\n    LOG.atInfo()"));
  }

  private static List<Threshold> replication() {
    return List.of(
        server("a disk is synced by its timer", "DiskSync", "sync() {\n    disk.sync()"),
        server(
            "a pull waits for records that a frontend may still send",
            "replication.pull.CatchUp",
            "      calls.sleep(Deadline.after(look"),
        server(
            "the limit of waiting pulls is reached",
            "replication.NewRecordSignal",
            "    if (watches.size() >= limit) {\n      throw"),
        server(
            "the backoff of pulls reaches its maximum",
            "replication.Backoff",
            "    if (next > longestMillis) {\n      next = longestMillis;"),
        server(
            "records are copied in bulk",
            "replication.pull.Interval",
            "    return new Interval(Pull.Form.OFFERED, after, last, bytes, 0);"),
        server(
            "a bulk copy failed and is avoided for a while",
            "replication.pull.Cooldown",
            "    Duration pause = context.config().tuning().avoided();"),
        server(
            "a partition rests after records could not be appended",
            "replication.pull.Cooldown",
            "    resting.put(replica.partition(), Deadline.after(REST, time()));"),
        server(
            "a partition rests because the peer left it out",
            "replication.pull.Cooldown",
            "    resting.put(partition, Deadline.after(LEFT_OUT, time()));"));
  }

  private static List<Threshold> repair() {
    return List.of(
        server(
            "a comparison waits until replicas are in step",
            "entropy.PairComparison",
            "        waited = waited.plus(EntropyTools.MOMENT)) {\n"
                + "      tools.pause(EntropyTools.MOMENT);"),
        server(
            "a comparison reaches its limit of differences",
            "entropy.PairComparison",
            "      if (suspects >= most) {\n        settle();"),
        server(
            "a failed replica waits for its next attempt",
            "rebuild.RebuildAttempts",
            "    return firstPause.multipliedBy(1L << Math.min(MOST_DOUBLINGS, count - 1));"),
        server(
            "a store is given up and set aside",
            "rebuild.Rebuilding",
            "    if (serving >= config.others()) {\n      registry.setAside(failed);"),
        server(
            "a disk is nearly full, and its replicas are sealed",
            "sealing.Sealing",
            "    if (now != before) {\n      LOG.atWarn()"));
  }

  private static List<Threshold> frontends() {
    return List.of(
        new Threshold(
            "memory for bodies is used up",
            "protocol",
            "protocol.budget.Budget",
            "refuse(Claim claim, long amount) {\n    synchronized"),
        router(
            "a node does not answer in time",
            "replica.StorageNodes",
            "ErrorCode.CONNECTION_LOST) {\n"
                + "      silence.unanswered(replica.node(), time.monotonicNanos());"),
        router(
            "a read is sent to a second replica",
            "replica.StorageNodes",
            "    if (taken) {\n      hedgesSent.increment();"),
        router(
            "a node has enough answers to measure its latency",
            "policy.AdaptiveThreshold",
            "        if (samples >= MIN_SAMPLES) {\n          measured.put("),
        router(
            "a suspicion times out", "policy.Suspects", "      untilNanos.remove(suspect, until);"),
        router(
            "a frontend forgets a change that replicas missed",
            "policy.RecentChanges",
            "      Entry forgotten = oldest.removeFirst();"),
        router(
            "a manifest has pages",
            "operation.PutOperation",
            "      return list();\n    }\n    storePage();"),
        server(
            "the pages of a blob are reaped",
            "reap.Pages",
            "read(Manifest.Page page) {\n    String reasons"),
        router("a smoothed view is given up", "SmoothedViews", "holdEnds() {\n    lookAgain();"),
        router(
            "a background delete is retried",
            "replica.BackgroundDeletes",
            "    Duration delay = firstDelay"),
        router(
            "a frontend drops hints over its limit",
            "replica.RepairHints",
            "      case TOO_MANY -> dropped.increment();"));
  }

  private static List<Threshold> names() {
    return List.of(
        names(
            "the outcome of a commit is asked for",
            "NamedUpload",
            "      verdict = commit.ask(own(context));"),
        names(
            "the outcome of a commit is not known in time",
            "NamedUpload",
            "resolve(Commit<R> commit, RequestContext client) {\n"
                + "    RequestContext context = own(client);"),
        names(
            "a blob without a name is left to a sweep",
            "NamedUpload",
            "    abandoned.increment();"),
        names(
            "an upload is refused because its lease was not renewed",
            "WriterLease",
            "    if (now > beginUntilMillis || beginUntil.hasPassed(time)) {\n"
                + "      throw new AumbryException("),
        names(
            "a frontend finds its lease fenced",
            "LeaseKeeper",
            "    } else if (!isOpen) {\n      lease.retire();"),
        names(
            "a lease is replaced",
            "LeaseKeeper",
            "    before.ifPresent(lease -> {\n      lease.retire();"),
        names("a sweep deletes a blob", "OrphanSweep", "    deleted.increment();"),
        names(
            "a sweep is complete",
            "OrphanSweep",
            "          catalog.registry().drop(writer, pace.context());"));
  }

  private static Threshold names(String name, String type, String text) {
    return new Threshold(name, "frontend", "frontend.name." + type, text);
  }

  private static Threshold store(String name, String type, String text) {
    return new Threshold(name, STORE, "store." + type, text);
  }

  private static Threshold server(String name, String type, String text) {
    return new Threshold(name, SERVER, "server." + type, text);
  }

  private static Threshold router(String name, String type, String text) {
    return new Threshold(name, ROUTER, "router." + type, text);
  }
}
