package io.aumbry.cluster.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestRecord;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * A ZooKeeper whose sessions find no record before their first sync, as on a follower that has not
 * received the records yet.
 */
public final class LaggingFollower implements AutoCloseable {
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration SESSION = TICK.multipliedBy(20);
  private static final int MOST_CLIENTS = 60;
  private static final String NOTHING = "/not-received-yet";

  private final NIOServerCnxnFactory clients = new NIOServerCnxnFactory();

  private static final class Server extends ZooKeeperServer {
    private final Set<Long> synced = ConcurrentHashMap.newKeySet();

    Server(Path folder) throws IOException {
      super(folder.toFile(), folder.toFile(), (int) TICK.toMillis());
    }

    @Override
    public void submitRequestNow(Request request) {
      if (request.type == OpCode.sync) {
        synced.add(request.sessionId);
      }
      boolean isBehind = request.type == OpCode.getData && !synced.contains(request.sessionId);
      super.submitRequestNow(isBehind ? ofNothing(request) : request);
    }

    private static Request ofNothing(Request request) {
      Request other =
          new Request(
              request.cnxn,
              request.sessionId,
              request.cxid,
              request.type,
              RequestRecord.fromRecord(new GetDataRequest(NOTHING, false)),
              request.authInfo);
      other.setOwner(request.getOwner());
      return other;
    }
  }

  /** Starts on a free port, with its files in {@code folder}. */
  public LaggingFollower(Path folder) throws IOException, InterruptedException {
    clients.configure(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MOST_CLIENTS, -1, false);
    clients.startup(new Server(folder));
  }

  /** The address of a cluster on this server. */
  public ClusterAddress address(String clusterName) {
    return new ClusterAddress(clusterName, "127.0.0.1:" + clients.getLocalPort(), SESSION);
  }

  @Override
  public void close() {
    clients.shutdown();
  }
}
