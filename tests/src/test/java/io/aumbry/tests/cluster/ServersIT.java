package io.aumbry.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.Main;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.protocol.runtime.Patience;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A cluster of three servers, each with a storage node, a frontend and a controller. All tests
 * share it, because it is slow to start. The last one leaves it without one of them.
 */
@TestMethodOrder(OrderAnnotation.class)
class ServersIT extends SharedCluster {
  private static final List<String> SERVERS = List.of("node1", "node2", "node3");

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
        assertThat(clients)
            .allSatisfy(each -> assertThat(each.get(path).statusCode()).isEqualTo(410));
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
  }

  /** The output of {@code aumbry admin}. */
  private String admin(String command) {
    String[] words = {"admin", command, "--cluster", cluster().data().toString()};
    StringWriter out = new StringWriter();
    var line = Main.commandLine(ClientEnvironment.ofProcess(), List.of(), words);
    line.setOut(new PrintWriter(out, true));
    line.execute(words);
    return out.toString();
  }

  /** Each server restarts in turn. Then the one that the client calls is killed. */
  @Test
  @Order(3)
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
