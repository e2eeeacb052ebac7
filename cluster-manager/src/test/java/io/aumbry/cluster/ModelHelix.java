package io.aumbry.cluster;

import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Client;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Node;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Write;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.helix.BaseDataAccessor;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.HelixManager;
import org.apache.helix.manager.zk.ZKHelixDataAccessor;
import org.apache.helix.manager.zk.ZkBaseDataAccessor;
import org.apache.helix.zookeeper.api.client.RealmAwareZkClient;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.helix.zookeeper.datamodel.serializer.ZNRecordSerializer;
import org.apache.helix.zookeeper.zkclient.callback.ZkAsyncCallbacks.GetDataCallbackHandler;
import org.apache.helix.zookeeper.zkclient.exception.ZkException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Helix's own accessor of records, above a model of ZooKeeper. As Helix's client does, this one
 * repeats a call until ZooKeeper answers, in a new session if the last one has expired.
 */
final class ModelHelix {
  private static final int ANY_VERSION = -1;

  private interface Call<T> {
    T in(Client session) throws KeeperException;
  }

  private final ModelZooKeeper server;
  private final ZNRecordSerializer serializer = new ZNRecordSerializer();
  private final HelixDataAccessor accessor;
  private Client session;

  ModelHelix(ModelZooKeeper server) {
    this.server = server;
    this.session = server.connect();
    this.accessor = accessor(proxy(RealmAwareZkClient.class, this::client));
  }

  /** By reflection, because Helix's constructor for a given client is deprecated. */
  private static HelixDataAccessor accessor(RealmAwareZkClient client) {
    try {
      Object records =
          ZkBaseDataAccessor.class.getConstructor(RealmAwareZkClient.class).newInstance(client);
      return ZKHelixDataAccessor.class
          .getConstructor(String.class, BaseDataAccessor.class)
          .newInstance(WriteOperation.ADDRESS.clusterName(), records);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Answer {
    @Nullable Object to(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> answer.to(method, arguments)));
  }

  String session() {
    return Long.toHexString(session.number());
  }

  /** The manager of a process that leads if it is a controller. */
  HelixManager manager(Supplier<String> sessionId) {
    return manager(sessionId, () -> true);
  }

  HelixManager manager(Supplier<String> sessionId, BooleanSupplier isLeader) {
    return proxy(
        HelixManager.class,
        (method, _) ->
            switch (method.getName()) {
              case "isConnected" -> true;
              case "isLeader" -> isLeader.getAsBoolean();
              case "getHelixDataAccessor" -> accessor;
              case "getSessionId" -> sessionId.get();
              case "getInstanceName" -> WriteOperation.NODE.name();
              default -> throw new UnsupportedOperationException(method.toString());
            });
  }

  private @Nullable Object client(Method method, Object... arguments) {
    String path = String.valueOf(arguments[0]);
    return switch (method.getName()) {
      case "readData" -> read(path, Optional.ofNullable((Stat) arguments[1]).orElseGet(Stat::new));
      case "asyncGetData" -> {
        answer(path, (GetDataCallbackHandler) arguments[1]);
        yield path;
      }
      case "deserialize" -> serializer.deserialize((byte[]) arguments[0]);
      case "getChildren" -> call(zk -> zk.children(path));
      case "exists" -> call(zk -> zk.stat(path)).isPresent();
      case "getStat" -> call(zk -> zk.stat(path)).orElse(null);
      case "create" ->
          create(path, Optional.ofNullable((ZNRecord) arguments[1]), (CreateMode) arguments[2]);
      case "writeDataGetStat" ->
          write(new Write(path, Optional.of((ZNRecord) arguments[1]), (int) arguments[2]));
      case "delete" -> delete(path);
      case "deleteRecursively" -> {
        call(zk -> zk.children(path)).forEach(child -> delete(path + "/" + child));
        yield delete(path);
      }
      default -> throw new UnsupportedOperationException(method.toString());
    };
  }

  private ZNRecord read(String path, Stat stat) {
    return call(zk -> {
      var content = zk.read(path);
      stat.setVersion(content.version());
      return content.record();
    });
  }

  private void answer(String path, GetDataCallbackHandler handler) {
    Stat stat = new Stat();
    byte[] data = serializer.serialize(read(path, stat));
    handler.processResult(KeeperException.Code.OK.intValue(), path, path, data, stat);
  }

  private String create(String path, Optional<ZNRecord> record, CreateMode mode) {
    Node node = new Node(path, record);
    return call(zk -> {
      if (mode == CreateMode.EPHEMERAL) {
        zk.createEphemeral(node);
      } else {
        zk.create(List.of(node));
      }
      return path;
    });
  }

  private Stat write(Write write) {
    return call(zk -> {
      zk.write(List.of(write));
      Stat stat = new Stat();
      stat.setVersion(write.version() == ANY_VERSION ? 0 : write.version() + 1);
      return stat;
    });
  }

  private boolean delete(String path) {
    return call(zk -> {
      try {
        zk.delete(path);
        return true;
      } catch (KeeperException.NoNodeException gone) {
        return false;
      }
    });
  }

  private <T> T call(Call<T> call) {
    Optional<T> answer;
    do {
      answer = attempt(call);
    } while (answer.isEmpty());
    return answer.get();
  }

  private <T> Optional<T> attempt(Call<T> call) {
    try {
      return Optional.of(call.in(session));
    } catch (KeeperException.ConnectionLossException lost) {
      return Optional.empty();
    } catch (KeeperException.SessionExpiredException expired) {
      session = server.connect();
      return Optional.empty();
    } catch (KeeperException e) {
      throw ZkException.create(e);
    }
  }
}
