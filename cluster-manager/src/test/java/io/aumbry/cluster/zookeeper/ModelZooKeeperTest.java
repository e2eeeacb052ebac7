package io.aumbry.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.zookeeper.ModelZooKeeper.Client;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Fault;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;

/** The model passes the contract of ZooKeeper. */
class ModelZooKeeperTest extends ZooKeeperClientContract {
  private final ModelZooKeeper server = new ModelZooKeeper();

  @Override
  ZooKeeperClient open() {
    return server.connect();
  }

  private static Client modelled(ZooKeeperClient client) {
    if (client instanceof Client modelled) {
      return modelled;
    }
    throw new IllegalArgumentException("not of the model");
  }

  @Override
  void expire(ZooKeeperClient client) {
    server.expire(modelled(client));
  }

  @Override
  void cut(ZooKeeperClient client, boolean now) {
    modelled(client).cut(now);
  }

  @Override
  void pass(Duration span) {
    server.pass(span);
  }

  @Override
  void loseAnswer(ZooKeeperClient client, Act act) {
    server.breakCalls((caller, call) -> caller.equals(client) ? Fault.LOST_ANSWER : Fault.NONE);
    assertThatThrownBy(act::perform).isInstanceOf(KeeperException.ConnectionLossException.class);
    server.breakCalls((caller, call) -> Fault.NONE);
  }
}
