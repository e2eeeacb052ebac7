package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeRequest.Confirm;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.tests.simulation.disk.DiskObserver;
import io.aumbry.tests.simulation.engine.Finding;
import io.aumbry.tests.simulation.ledger.Account.Heard;
import io.aumbry.tests.simulation.ledger.Account.InStep;
import io.aumbry.tests.simulation.ledger.Account.Said;
import io.aumbry.tests.simulation.ledger.RecordRules.Form;
import io.aumbry.tests.simulation.network.NodeTraffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The shadow ledger. It derives the strongest claim that each replica may make, and reports claims
 * that go further.
 */
public final class Entitlements implements NodeTraffic, CopyObserver {
  private final ClusterFacts facts;
  private final ShadowStores stores;
  private final RecordRules records;
  private final CompletionRules completion;
  private final RecencyRules recency;
  private final ForgetRules forgetting;
  private final RemovalRules removals;
  private final ProofRules proofs;
  private final ContinuedPulls pulls = new ContinuedPulls();

  /**
   * Starts without knowledge of any store.
   *
   * @param found receives unfounded claims
   */
  public Entitlements(ClusterFacts facts, Consumer<Finding> found) {
    this(facts, new ShadowStores(), found);
  }

  Entitlements(ClusterFacts facts, ShadowStores stores, Consumer<Finding> found) {
    Alarm alarm = new Alarm(facts, found);
    this.facts = facts;
    this.stores = stores;
    this.records = new RecordRules(stores, facts, alarm);
    this.completion = new CompletionRules(facts, alarm);
    this.recency = new RecencyRules(stores, facts, alarm);
    this.forgetting = new ForgetRules(stores, facts, alarm);
    this.removals = new RemovalRules(facts, alarm);
    this.proofs = new ProofRules(stores, facts, alarm);
  }

  @Override
  public Runnable storesCopied(String node, List<CrashingDisk> copies) {
    Map<UUID, ShadowStores.CopiedRecords> records = stores.copyRecords(node, copies);
    Runnable positions = notesCopied(node);
    return () -> {
      stores.bringBackRecords(records);
      positions.run();
    };
  }

  @Override
  public Runnable notesCopied(String node) {
    Map<UUID, Map<UUID, Prefix>> copy = stores.copyPositions(node);
    return () -> stores.bringBackPositions(copy);
  }

  public void processStarts(String node) {
    stores.processStarts(node, facts.nowMillis());
  }

  /**
   * A process starts with this disk for stores.
   *
   * @return the observer of the disk
   */
  public DiskObserver stores(String node, int slot, CrashingDisk medium) {
    StoreMedium observer =
        new StoreMedium(
            new ShadowStores.Disk(node, slot), medium, stores, facts, new StoreEvents());
    observer.scan();
    return observer;
  }

  public void unusable(String node, int slot) {
    stores.unusable(new ShadowStores.Disk(node, slot), facts.nowMillis());
  }

  /**
   * A process starts with this disk for notes.
   *
   * @return the observer of the disk
   */
  public DiskObserver notes(String node, CrashingDisk medium) {
    NotesMedium observer = new NotesMedium(node, medium, new NoteEvents());
    observer.scan();
    return observer;
  }

  public void raises(String node, Map<Integer, Long> horizons) {
    horizons.forEach((partition, millis) -> {
      if (millis > 0) {
        stores.current(node, partition).ifPresent(account -> recency.raise(account, millis));
      }
    });
  }

  @Override
  public void asked(String client, String server, NodeRequest request) {
    if (request instanceof Pull pull && pull.form().speaks()) {
      pulls
          .points(client, server, pull)
          .forEach((partition, point) ->
              stores
                  .current(client, partition)
                  .ifPresent(account -> claim(account, server, point)));
    } else if (isProven(request)) {
      comparing(client, request).ifPresent(account -> proofs.begin(account, server));
    }
  }

  private void claim(Account account, String peer, Pull.From point) {
    records.claim(
        account,
        point.store(),
        point.openedMillis(),
        point.after(),
        new Form("acknowledgement", peer));
    recency.tell(account, peer, point.inStepMillis());
  }

  @Override
  public void arrived(String client, String server, NodeRequest request) {
    if (request instanceof Pull pull && pull.form().speaks()) {
      for (Pull.From point : pulls.points(client, server, pull).values()) {
        stores
            .current(server, point.partition())
            .ifPresent(account -> {
              StoreHistory ours = account.history();
              long last =
                  ours.store().equals(point.store())
                      ? Math.min(point.after(), ours.countsUpTo(point.openedMillis()))
                      : 0;
              account.hear(client, new Said(last, point.inStepMillis()));
            });
      }
    }
  }

  @Override
  public void answered(String client, String server, NodeRequest request, NodeResponse response) {
    switch (response) {
      case Pulled pulled when request instanceof Pull pull -> {
        pulls.batches(client, server, pull, pulled).forEach(batch -> claim(client, server, batch));
        pulls.answered(client, server, pull, pulled);
      }
      case NodeResponse.Done _ when request instanceof Confirm confirm -> confirm(server, confirm);
      case NodeResponse.Done _, NodeResponse.DeleteRecorded _, NodeResponse.Stored _ ->
          acknowledge(server, request);
      case NodeResponse.Missing missing -> deny(server, request, missing);
      default -> {
        // claims nothing about the replica
      }
    }
  }

  /**
   * A change of a blob is acknowledged, which shows that the store has its last record of the blob.
   * A store that answers before it syncs shows peers only synced records.
   */
  private void acknowledge(String server, NodeRequest request) {
    changed(request)
        .filter(_ -> facts.syncsBeforeAnswer())
        .ifPresent(id ->
            stores
                .current(server, id.partition())
                .map(Account::history)
                .ifPresent(history ->
                    history
                        .knowledge(id)
                        .ifPresent(blob -> history.show(blob.last(), facts.nowMillis()))));
  }

  private void claim(String client, String server, Batch batch) {
    UUID store = batch.store();
    stores.uses(server, batch.partition(), store);
    stores.history(store).opened(batch.source().opening().millis());
    stores.history(store).show(batch.source().end(), facts.nowMillis());
    Optional<Account> known = stores.account(store);
    if (known.isEmpty()) {
      return;
    }
    Account account = known.get();
    Form form = new Form("held,", client);
    batch
        .held()
        .forEach(
            held -> records.claim(account, held.store(), held.openedMillis(), held.last(), form));
    if (batch.source().complete()) {
      completion.require(account, new Form("I am complete,", client));
    }
    recency.tellAgreed(account, batch.source().agreedMillis());
    recency.tell(account, client, batch.source().inStepMillis());
  }

  private void confirm(String server, Confirm confirm) {
    stores
        .current(server, confirm.partition())
        .ifPresent(account -> {
          Form form = new Form("confirmation", confirm.asker());
          completion.require(account, form);
          records.claim(account, confirm.store(), confirm.openedMillis(), confirm.last(), form);
        });
  }

  private void deny(String server, NodeRequest request, NodeResponse.Missing missing) {
    blob(request)
        .flatMap(id -> stores.current(server, id.partition()))
        .ifPresent(account -> completion.require(account, missing));
  }

  private static Optional<BlobId> blob(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Get get -> Optional.of(get.id());
      case NodeRequest.Look look -> Optional.of(look.id());
      default -> changed(request);
    };
  }

  private static Optional<BlobId> changed(NodeRequest request) {
    return switch (request) {
      case NodeRequest.Put put -> Optional.of(put.id());
      case NodeRequest.Delete delete -> Optional.of(delete.id());
      case NodeRequest.UpdateTtl keep -> Optional.of(keep.id());
      case NodeRequest.Undelete undelete -> Optional.of(undelete.id());
      default -> Optional.empty();
    };
  }

  @Override
  public void content(String client, String server, NodeRequest request, byte[] piece) {
    if (isProven(request)) {
      Map<Integer, Long> watermarks = ProofRules.read(piece);
      comparing(server, request).ifPresent(account -> proofs.claim(account, watermarks));
      comparing(client, request).ifPresent(account -> proofs.told(account, server, watermarks));
    }
  }

  private static boolean isProven(NodeRequest request) {
    return request instanceof Compare compare && compare.question() instanceof Compare.Proven;
  }

  /** Returns the replica of a node that a comparison is about. */
  private Optional<Account> comparing(String node, NodeRequest request) {
    return request instanceof Compare compare
        ? stores.current(node, compare.partition())
        : Optional.empty();
  }

  /** A node reports the time up to which its replica has the blobs of all data centres. */
  public void reports(String node, int partition, long provenMillis) {
    stores
        .current(node, partition)
        .ifPresent(account -> {
          Map<Integer, Long> all = new TreeMap<>();
          for (int place = 1; place <= facts.dataCenters(); place++) {
            all.put(place, provenMillis);
          }
          proofs.claim(account, all);
        });
  }

  @Override
  public void received(String client, String server, NodeRequest request, NodeResponse response) {
    if (request instanceof Pull pull && response instanceof Pulled pulled) {
      hear(client, server, pull, pulled);
    } else if (request instanceof Compare compare
        && compare.question() instanceof Compare.Digests digests
        && response instanceof NodeResponse.Compared answer) {
      comparing(client, compare)
          .ifPresent(account ->
              proofs.digests(account, server, answer.store(), digests, answer.covered()));
    } else if (request instanceof Confirm confirm && response instanceof NodeResponse.Done) {
      removals.confirmed(confirm.store(), confirm.last(), server);
    }
  }

  private void hear(String client, String server, Pull pull, Pulled answer) {
    Map<Integer, Pull.From> points = pulls.points(client, server, pull);
    for (Batch batch : pulls.batches(client, server, pull, answer)) {
      Optional.ofNullable(points.get(batch.partition()))
          .ifPresent(point ->
              stores
                  .current(client, batch.partition())
                  .ifPresent(account -> hear(account, server, pull.form(), point, batch)));
    }
  }

  private void hear(Account account, String server, Pull.Form form, Pull.From point, Batch batch) {
    UUID store = batch.store();
    var source = batch.source();
    account.hear(
        server,
        new Heard(
            store,
            stores.history(store).losses(),
            source.opening().millis(),
            source.end(),
            source.complete(),
            source.agreedMillis(),
            facts.nowMillis()));
    if (form == Pull.Form.RECORDS) {
      return;
    }
    account.hear(new InStep(store, source.opening().millis(), source.end(), source.inStepMillis()));
    boolean goesOn =
        store.equals(point.store())
            && point.after() <= source.end()
            && source.opening().goesOn(point.openedMillis(), point.after());
    long from = goesOn ? point.after() : 0;
    account.prefix(store).told(source.opening().millis(), from, batch.last(), facts.nowMillis());
    if (form.speaks()) {
      batch
          .held()
          .forEach(held ->
              account.implies(
                  store, source.opening().millis(), batch.end(), held, facts.nowMillis()));
    }
    account.resolve(facts.nowMillis());
  }

  private final class StoreEvents implements StoreMedium.Listener {
    @Override
    public void compacted(Account account, Set<LoggedRecord> dropped) {
      forgetting.drop(account, dropped);
    }

    @Override
    public void removed(Account account) {
      removals.remove(account);
    }
  }

  private final class NoteEvents implements NotesMedium.Listener {
    @Override
    public void foundComplete(UUID store) {
      stores.account(store).ifPresent(Account::foundComplete);
    }

    @Override
    public void found(UUID store, Account.Noted note) {
      stores.account(store).ifPresent(account -> account.note(note));
    }

    @Override
    public void completed(UUID store) {
      stores
          .account(store)
          .ifPresent(account -> {
            if (!account.isComplete()) {
              recency.complete(account);
            }
            completion.complete(account);
          });
    }

    @Override
    public void noted(UUID store, Account.Noted note) {
      stores.account(store).ifPresent(account -> recency.note(account, note));
    }

    @Override
    public void withdrawn(String node, int partition) {
      stores.current(node, partition).ifPresent(account -> account.withdraw(facts.nowMillis()));
    }
  }
}
