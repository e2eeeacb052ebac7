package io.aumbry.server;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replica.StalenessCheck;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.ConfirmationTimes;
import io.aumbry.server.replication.NewRecordSignal;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.sealing.DiskFills;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers about a blob while its replica changes. */
final class BlobOperationsTest {
  private final SplittableRandom random = new SplittableRandom(1);
  private final OpenReplicas replicas = new OpenReplicas();
  private Runnable duringRead = () -> {};
  private final ReplicaRegistry registry =
      new ReplicaRegistry(List.of(watchedDisk()), new StalenessCheck.Rule(replicas.time(), 1));
  private final BlobOperations operations =
      new BlobOperations(
          registry,
          new NewRecordSignal(1),
          new ConfirmationTimes(environment()),
          new DiskFills(),
          new Budget("bytes", 1 << 20, Shares.defaults(), replicas.time()));

  private NodeEnvironment environment() {
    return new NodeEnvironment(
        new HandViews(), new AnsweringPeers(), replicas.carrier(), random, new Metrics());
  }

  @AfterEach
  void close() {
    registry.close(OpenReplicas.PARTITION);
    replicas.close();
  }

  private ReplicaDisk watchedDisk() {
    return changed(ReplicaDisk.class, replicas.disk(), "create", this::watched);
  }

  private Object watched(Object store) {
    return changed(
        BlobStore.class,
        (BlobStore) store,
        "read",
        result -> {
          duringRead.run();
          return result;
        });
  }

  /** Changes the result of one method. */
  private static <T> T changed(Class<T> type, T target, String name, UnaryOperator<Object> change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                Object result = method.invoke(target, arguments);
                return method.getName().equals(name) ? change.apply(result) : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private Reply getUnknown() {
    return get(Blobs.id(random), false, true);
  }

  private Reply get(BlobId id, boolean includeDeleted, boolean lastResort) {
    return operations.get(
        new NodeRequest.Get(id, new ByteRange.All(), includeDeleted, false, 0, lastResort),
        replicas.carrier().patient());
  }

  /** The blob may have arrived between the two. */
  @Test
  void aReplicaThatBecomesCompleteDuringAReadDoesNotDenyTheBlob() {
    HostedReplica replica = registry.open(OpenReplicas.PARTITION, ReplicaState.BOOTSTRAP);
    duringRead =
        () -> {
          registry.complete(replica);
          registry.advance(OpenReplicas.PARTITION, ReplicaState.BOOTSTRAP, ReplicaState.STANDBY);
        };
    assertCode(this::getUnknown, ErrorCode.REPLICA_UNAVAILABLE);
    duringRead = () -> {};
    assertThat(getUnknown().response()).isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
  }

  /** It may have pulled the PUT and not yet the DELETE. */
  @Test
  void anIncompleteReplicaReturnsABlobAsLastResortOnly() {
    HostedReplica replica = registry.open(OpenReplicas.PARTITION, ReplicaState.BOOTSTRAP);
    BlobId id = Blobs.id(random);
    Body content = Body.of(HeapBuffer.copyOf(new byte[] {1}));
    replica
        .blobs()
        .put(Blobs.newBlob(id, content, Expiry.NEVER), content, replicas.carrier().patient());
    assertCode(() -> get(id, false, false), ErrorCode.REPLICA_UNAVAILABLE);
    assertFound(get(id, false, true));
    assertFound(get(id, true, false));
  }

  private static void assertFound(Reply reply) {
    assertThat(reply.response()).isInstanceOf(NodeResponse.Found.class);
    reply.content().close();
  }
}
