package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.Main;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.tests.cluster.NormalClients.Outcome;
import io.aumbry.tests.cluster.SlowClients.Attack;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A cluster of three servers, each with a storage node, a frontend and a controller. Slow clients
 * do not keep a server from serving others, neither its frontend nor its node. All tests share the
 * cluster, because it is slow to start. The last one leaves it without one of them.
 */
@TestMethodOrder(OrderAnnotation.class)
class ServersIT extends SharedCluster {
  private static final List<String> SERVERS = List.of("node1", "node2", "node3");
  private static final String MEMORY_HELD = "aumbry_router_body_memory_held";
  private static final int LARGE_BLOB = 40 << 20;
  private static final int ROUNDS = 40;

  /** A loopback address other than that of the normal clients. */
  private static final String ATTACKER = "127.0.0.2";

  @Override
  LiveCluster launch(Path data) throws IOException {
    return LiveCluster.startServers(data);
  }

  @Test
  @Order(1)
  void eachServerWritesReadsAndDeletesTheBlobsOfAll() {
    List<RestClient> clients = SERVERS.stream().map(cluster()::client).toList();
    try {
      for (RestClient writer : clients) {
        byte[] content = new byte[100_000 + clients.indexOf(writer)];
        String path = writer.put(content);
        assertThat(clients)
            .allSatisfy(each -> assertThat(each.get(path).body()).isEqualTo(content));
        assertThat(writer.delete(path).statusCode()).isEqualTo(202);
        // Two of three replicas acknowledge a delete. The third has it a moment later.
        Patience.await()
            .until(() -> clients.stream().allMatch(each -> each.get(path).statusCode() == 410));
      }
    } finally {
      clients.forEach(RestClient::close);
    }
  }

  @Test
  @Order(2)
  void operatorsSeeThePartsOfEachServer() {
    Patience.await()
        .untilAsserted(() -> assertThat(admin("status")).startsWith("cluster aumbry: healthy\n"));
    assertThat(admin("status"))
        .containsPattern("(?m)^controllers +dc1: node[123] leads, 3 live, 0 down$")
        .containsPattern("(?m)^frontends +dc1, 3 live, 0 down$")
        .containsPattern("(?m)^replicas +24 STANDBY, 12 LEADER$");
    for (String server : SERVERS) {
      assertThat(admin("nodes")).containsPattern("(?m)^" + server + " +dc1 +zone\\d +live +");
      assertThat(admin("workers")).containsPattern("(?m)^" + server + " +compaction +/");
    }
    assertThat(admin("verify")).startsWith("12 of 12 partitions proven");
    assertThat(admin("maintenance", "plan", "--all", "--any-load"))
        .startsWith("3 hosts in 3 batches, about 30 min at 10 min each\n")
        .containsPattern("(?m)^ +3 +dc1 +zone\\d +node[123] +\\S.* can spare 1 .*$");
  }

  @Test
  @Order(3)
  void aHostThatIsLockedBelongsToOneActivity() {
    assertThat(admin("lock", "acquire", "node1", "--owner=ann", "--purpose=upgrade"))
        .startsWith("lock 1 of node1 is held until ");
    assertThat(admin("lock", "acquire", "node2", "node1", "--purpose=disk", "--json"))
        .contains("\"held\" : false", "\"owner\" : \"ann\"");
    assertThat(admin("lock", "list")).containsPattern("(?m)^dc1 +1 +held +ann +upgrade .* node1$");
    assertThat(admin("maintenance", "plan", "node1", "--any-load"))
        .containsPattern("(?m)^dc1 +zone\\d +node1 +locked by ann for upgrade \\(lock 1\\) since ");
    assertThat(admin("lock", "release", "1")).isEqualTo("lock 1 of node1 is released\n");
    assertThat(admin("lock", "acquire", "node2", "node1", "--purpose=disk", "--lease=10m"))
        .startsWith("lock 2 of node1, node2 is held until ");
    assertThat(admin("lock", "release", "2")).isEqualTo("lock 2 of node1, node2 is released\n");
    assertThat(admin("lock", "list")).isEqualTo("none\n");
  }

  /** The output of {@code aumbry admin}. */
  private String admin(String... command) {
    String[] words =
        Stream.of(
                List.of("admin"),
                List.of(command),
                List.of("--cluster", cluster().data().toString(), "--timeout=60"))
            .flatMap(List::stream)
            .toArray(String[]::new);
    StringWriter out = new StringWriter();
    var line = Main.commandLine(ClientEnvironment.ofProcess(), List.of(), words);
    line.setOut(new PrintWriter(out, true));
    line.execute(words);
    return out.toString();
  }

  @ParameterizedTest
  @EnumSource(Attack.class)
  @Order(4)
  void normalRequestsSucceedBesideSlowClients(Attack attack) {
    String large = rest().put(new byte[LARGE_BLOB]);
    try (SlowClients _ = SlowClients.begin(attack, cluster().endpoint(), ATTACKER, large)) {
      Outcome outcome = new NormalClients(cluster().endpoint()).run(ROUNDS);
      assertThat(outcome.successPercent()).isGreaterThanOrEqualTo(99);
      assertThat(cluster().isReady(cluster().frontend())).isTrue();
    }
    Patience.await().untilAsserted(() -> assertThat(memoryHeld()).containsExactly(0.0));
  }

  private List<Double> memoryHeld() {
    return cluster().metrics(cluster().frontend(), MEMORY_HELD);
  }

  @Test
  @Order(5)
  void anAnnouncedUploadWithoutBytesHoldsNoMemory() {
    try (SlowClients _ =
        SlowClients.begin(Attack.HTTP2_POSTS, cluster().endpoint(), ATTACKER, "/")) {
      assertThat(memoryHeld()).allSatisfy(bytes -> assertThat(bytes).isLessThan(4 << 20));
    }
  }

  /** Each server restarts in turn. Then the one that the client calls is killed. */
  @Test
  @Order(6)
  void aClientWithTwoAddressesNoticesNeitherRestartsNorTheLossOfAServer() throws Exception {
    LiveCluster cluster = cluster();
    try (RestClient rest =
            RestClient.ofSeveral(List.of(cluster.endpoint("node1"), cluster.endpoint("node2")));
        AcknowledgedBlobs load = new AcknowledgedBlobs(rest, 2)) {
      for (String server : SERVERS) {
        load.awaitReads(50);
        cluster.stop(server);
        load.awaitReads(50);
        cluster.start(server);
        cluster.awaitWhole(server);
        assertThat(load.takeFailures()).as("while %s restarted", server).isEmpty();
      }
      cluster.kill("node1");
      load.awaitReads(50);
      load.stop();
      load.readAll();
      assertThat(load.takeFailures()).as("after the loss of node1").isEmpty();
    }
  }
}
