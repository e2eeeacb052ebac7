package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeRequest.Pull.From;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.ledger.Account.Noted;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;

/** Three nodes of one data centre, and three of another, that exchange scripted messages. */
final class LedgerStage implements ClusterFacts {
  static final int PARTITION = 7;
  static final long OPENED = 500;
  static final long SETTLE = 100;
  static final long KNOWN = 10_000;
  private static final byte UNDELETE = 4;
  static final String A = "a1";
  static final String B = "b1";
  static final String C = "c1";

  final ShadowStores stores = new ShadowStores();
  final Entitlements entitlements;
  long now = 1_000;

  boolean harmed;
  boolean synced = true;
  List<String> nodes = List.of(A, B, C);
  int dataCenters = 1;
  private final List<Finding> found = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);

  LedgerStage() {
    entitlements = new Entitlements(this, stores, found::add);
    nodes.forEach(this::make);
  }

  UUID make(String node) {
    UUID store = new UUID(node.charAt(0), random.nextLong());
    stores.made(new ShadowStores.Disk(node, 0), PARTITION, store);
    return store;
  }

  Account account(String node) {
    return stores.current(node, PARTITION).orElseThrow();
  }

  UUID store(String node) {
    return account(node).history().store();
  }

  BlobId blob() {
    return BlobId.create(new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, PARTITION, now, random);
  }

  BlobId put(String... nodesWithIt) {
    BlobId id = blob();
    Stream.of(nodesWithIt).forEach(node -> append(node, id, LoggedRecord.PUT));
    return id;
  }

  void append(String node, BlobId id, byte type) {
    StoreHistory history = account(node).history();
    long expiry = type == LoggedRecord.PUT ? Long.MAX_VALUE : 0;
    history.append(new LoggedRecord(history.end() + 1, id, type, 0, now, expiry));
    history.show(history.end(), now);
  }

  void undelete(String node, BlobId id) {
    undelete(node, id, Long.MAX_VALUE);
  }

  void undelete(String node, BlobId id, long expiry) {
    StoreHistory history = account(node).history();
    history.append(new LoggedRecord(history.end() + 1, id, UNDELETE, 1, now, expiry));
    history.show(history.end(), now);
  }

  void acknowledges(String node, String of, long last) {
    acknowledges(node, of, last, OPENED, 0);
  }

  void acknowledges(String node, String of, long last, long opened, long inStep) {
    From point = new From(PARTITION, store(of), last, opened, inStep, 0, 1);
    Pull pull = pull(node, point);
    entitlements.asked(node, of, pull);
    entitlements.arrived(node, of, pull);
  }

  /** Acknowledges again what it acknowledged in an exchange of that number. */
  void acknowledgesByContinuing(String node, String of, long exchange) {
    Pull.Earlier earlier = new Pull.Earlier(exchange, List.of());
    Pull pull = new Pull(node, List.of(), Pull.Form.SUMMARIES, 1, 0, earlier);
    entitlements.asked(node, of, pull);
    entitlements.arrived(node, of, pull);
  }

  /** Acknowledges records, and is answered with the number of an exchange. */
  void exchanges(String node, String of, long last, long exchange) {
    From point = new From(PARTITION, store(of), last, OPENED, 0, 0, 1);
    entitlements.asked(node, of, pull(node, point));
    entitlements.arrived(node, of, pull(node, point));
    Pulled answer = new Pulled(exchange, Pulled.Scope.ALL, List.of());
    entitlements.answered(node, of, pull(node, point), answer);
  }

  private static Pull pull(String node, From point) {
    return new Pull(node, List.of(point), Pull.Form.SUMMARIES, 1, 0);
  }

  /** Puts two records at both nodes, tells the first node of them, and cuts the second's store. */
  void toldOfTwoRecordsBeforeTheSecondIsLost(String node, String of) {
    put(node, of);
    put(node, of);
    told(node, of, 0);
    stores.cut(store(of), 1);
  }

  void told(String node, String of, long after) {
    told(node, of, after, new Opening(OPENED, 0), List.of());
  }

  void told(String node, String of, long after, Opening opening, List<Held> held) {
    From point = new From(PARTITION, store(of), after, opening.millis(), 1);
    long end = account(of).history().end();
    Account speaker = account(of);
    long agreed = speaker.noted().map(Noted::agreedMillis).orElse(0L);
    long inStep =
        speaker.noted().filter(_ -> speaker.isComplete()).map(Noted::inStepMillis).orElse(0L);
    Source source = new Source(store(of), end, 0, speaker.isComplete(), opening, agreed, inStep);
    Pulled pulled = new Pulled(List.of(new Batch(PARTITION, source, end, held, 0)));
    entitlements.answered(node, of, pull(node, point), pulled);
    entitlements.received(node, of, pull(node, point), pulled);
  }

  /** Makes all nodes complete, after each was told everything. */
  void settle() {
    for (String node : nodes) {
      nodes.stream().filter(other -> !other.equals(node)).forEach(other -> told(node, other, 0));
    }
    nodes.forEach(node -> account(node).completed());
  }

  List<String> found() {
    List<String> all = found.stream().map(each -> String.valueOf(each.getMessage())).toList();
    found.clear();
    return all;
  }

  @Override
  public long nowMillis() {
    return now;
  }

  @Override
  public int dataCenterOf(String node) {
    return node.charAt(node.length() - 1) - '0';
  }

  @Override
  public int dataCenters() {
    return dataCenters;
  }

  @Override
  public int copies() {
    return 3;
  }

  @Override
  public int writeQuorum() {
    return 2;
  }

  @Override
  public boolean syncsBeforeAnswer() {
    return synced;
  }

  @Override
  public long deletesKnownMillis() {
    return KNOWN;
  }

  @Override
  public List<String> others(String node, int partition) {
    return nodes.stream().filter(other -> !other.equals(node)).toList();
  }

  @Override
  public boolean isHarmed(String node) {
    return harmed;
  }

  @Override
  public long settleMillis() {
    return SETTLE;
  }

  @Override
  public long clockMillis(String node, long trueMillis) {
    return trueMillis;
  }

  @Override
  public long trueMillis(String node, long millis) {
    return millis;
  }
}
