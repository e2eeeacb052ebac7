package io.aumbry.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.zookeeper.ZooKeeperClient.Content;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Node;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Write;
import io.aumbry.protocol.runtime.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The common behaviour of the real ZooKeeper and the test model. */
@Timeout(120)
abstract class ZooKeeperClientContract {
  /** An action of a client. */
  interface Act {
    void perform() throws KeeperException, InterruptedException;
  }

  /** Opens a session and uses it. */
  abstract ZooKeeperClient open() throws Exception;

  /** Makes ZooKeeper expire a session. */
  abstract void expire(ZooKeeperClient client) throws Exception;

  /** Cuts or restores the connection of a client. */
  abstract void cut(ZooKeeperClient client, boolean now);

  /** Lets the clock of ZooKeeper advance by at least this time. */
  abstract void pass(Duration span);

  /** Performs an action and loses the answer with the connection. */
  abstract void loseAnswer(ZooKeeperClient client, Act act) throws Exception;

  private static Node node(String path) {
    return new Node(path, Optional.of(new ZNRecord(path.substring(1).replace('/', '-'))));
  }

  private static ZNRecord with(ZNRecord record, String value) {
    record.setSimpleField("field", value);
    return record;
  }

  @Test
  void aTransactionMakesAllNodesOrNone() throws Exception {
    ZooKeeperClient client = open();
    client.create(List.of(node("/all"), node("/all/b"), new Node("/all/a", Optional.empty())));
    assertThat(client.children("/all")).containsExactlyInAnyOrder("a", "b");
    assertThat(client.read("/all/b").record().getId()).isEqualTo("all-b");

    assertThatThrownBy(() -> client.create(List.of(node("/all/c"), node("/all/b"))))
        .isInstanceOf(KeeperException.NodeExistsException.class);
    assertThatThrownBy(() -> client.create(List.of(node("/all/c"), node("/no/parent"))))
        .isInstanceOf(KeeperException.NoNodeException.class);
    assertThatThrownBy(() -> client.create(List.of(node("/all/c"), node("/all/c"))))
        .isInstanceOf(KeeperException.NodeExistsException.class);
    assertThat(client.exists("/all/c")).isFalse();
  }

  @Test
  void aWriteNeedsTheVersionThatWasRead() throws Exception {
    ZooKeeperClient client = open();
    ZooKeeperClient other = open();
    client.create(List.of(node("/written")));
    Content first = client.read("/written");
    write(other, "/written", "other", first.version());
    assertThatThrownBy(() -> write(client, "/written", "mine", first.version()))
        .isInstanceOf(KeeperException.BadVersionException.class);
    Content second =
        Patience.await().until(() -> client.read("/written"), ZooKeeperClientContract::isOther);
    write(client, "/written", "mine", second.version());
    assertThat(client.read("/written").record().getSimpleField("field")).isEqualTo("mine");
  }

  private static long write(ZooKeeperClient client, String path, String value, int version)
      throws KeeperException, InterruptedException {
    return client.write(List.of(new Write(path, with(new ZNRecord("written"), value), version)));
  }

  @Test
  void severalNodesAreWrittenTogetherOrNotAtAll() throws Exception {
    ZooKeeperClient client = open();
    client.create(List.of(node("/one"), node("/two")));
    Write one = new Write("/one", with(new ZNRecord("one"), "new"), 0);
    assertThatThrownBy(() ->
            client.write(List.of(one, new Write("/two", with(new ZNRecord("two"), "new"), 1))))
        .isInstanceOf(KeeperException.BadVersionException.class);
    assertThatThrownBy(() ->
            client.write(List.of(one, new Write("/three", with(new ZNRecord("three"), "new"), 0))))
        .isInstanceOf(KeeperException.NoNodeException.class);
    assertThat(client.read("/one").version()).isZero();
    client.write(List.of(one, new Write("/two", with(new ZNRecord("two"), "new"), 0)));
    assertThat(client.read("/one").record().getSimpleField("field")).isEqualTo("new");
    assertThat(client.read("/two").record().getSimpleField("field")).isEqualTo("new");
    assertThat(client.read("/two").version()).isOne();
  }

  /** Leases count on it. */
  @Test
  void aWriteTellsTheTimeOfZooKeeper() throws Exception {
    ZooKeeperClient client = open();
    client.create(List.of(node("/clock")));
    long first = write(client, "/clock", "same", 0);
    pass(Duration.ofMillis(5));
    assertThat(write(client, "/clock", "same", 1)).isGreaterThanOrEqualTo(first + 5);
  }

  private static boolean isOther(Content content) {
    return "other".equals(content.record().getSimpleField("field"));
  }

  @Test
  void aMissingNodeIsAnError() throws Exception {
    ZooKeeperClient client = open();
    assertThat(client.exists("/absent")).isFalse();
    for (Act act :
        List.<Act>of(
            () -> client.read("/absent"),
            () -> client.children("/absent"),
            () -> client.delete("/absent"),
            () -> client.write(List.of(new Write("/absent", new ZNRecord("absent"), 0))))) {
      assertThatThrownBy(act::perform).isInstanceOf(KeeperException.NoNodeException.class);
    }
  }

  @Test
  void aNodeIsDeletedOnceItHasNoChildren() throws Exception {
    ZooKeeperClient client = open();
    client.create(List.of(node("/parent"), node("/parent/child")));
    assertThatThrownBy(() -> client.delete("/parent"))
        .isInstanceOf(KeeperException.NotEmptyException.class);
    client.delete("/parent/child");
    client.delete("/parent");
    assertThat(client.exists("/parent")).isFalse();
  }

  @Test
  void aChangeOfAWatchedNodeIsAnEvent() throws Exception {
    ZooKeeperClient client = open();
    ZooKeeperClient other = open();
    assertThat(client.exists("/watched")).isFalse();
    other.create(List.of(node("/watched")));
    while (!client.exists("/watched")) {
      client.awaitEvent();
    }
  }

  @Test
  void anExpiredSessionRefusesAllCalls() throws Exception {
    ZooKeeperClient client = open();
    ZooKeeperClient other = open();
    other.create(List.of(node("/expired")));
    assertThat(client.exists("/never")).isFalse();
    expire(client);
    assertThatThrownBy(
            () -> {
              while (true) {
                client.awaitEvent();
              }
            })
        .isInstanceOf(KeeperException.SessionExpiredException.class);
    assertThatThrownBy(() -> client.read("/expired"))
        .isInstanceOf(KeeperException.SessionExpiredException.class);
    assertThat(other.read("/expired").version()).isZero();
  }

  @Test
  void aSessionOutlivesItsConnection() throws Exception {
    ZooKeeperClient client = open();
    client.create(List.of(node("/kept")));
    cut(client, true);
    assertThatThrownBy(() -> client.read("/kept"))
        .isInstanceOf(KeeperException.ConnectionLossException.class);
    cut(client, false);
    Patience.await()
        .ignoreException(KeeperException.ConnectionLossException.class)
        .until(() -> client.read("/kept").version() == 0);
  }

  @Test
  void aCallWhoseAnswerIsLostMayHaveHadItsEffect() throws Exception {
    ZooKeeperClient client = open();
    ZooKeeperClient other = open();
    loseAnswer(client, () -> client.create(List.of(node("/unknown"))));
    Patience.await().until(() -> other.exists("/unknown"));
    Patience.await()
        .ignoreException(KeeperException.ConnectionLossException.class)
        .until(() -> client.exists("/unknown"));
    assertThatThrownBy(() -> client.create(List.of(node("/unknown"))))
        .isInstanceOf(KeeperException.NodeExistsException.class);
  }
}
