package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 12 of Ambry's contract. */
@Tag("section-12")
final class ClusterReportsTest {
  private final Rest rest = new Rest();

  private JsonNode json(Reply reply) throws JsonProcessingException {
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    return new ObjectMapper().readTree(reply.text());
  }

  @Test
  void peersShareAPartitionWithTheNode() {
    assertThat(rest.get("/peers?name=host-1&port=7001").send().text())
        .isEqualTo(
            """
            {"peers":[{"name":"host-2","port":7002},{"name":"host-3","port":7003},\
            {"name":"host-4","port":7004}]}\
            """);
    assertThat(rest.request("HEAD", "/PEERS?port=7001&name=HOST-1").send().status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "/peers, 400",
    "/peers?name=host-1, 400",
    "/peers?port=7001, 400",
    "/peers?name=&port=7001, 400",
    "/peers?name=host-1&port=x, 400",
    "/peers?name=host-1&port=65536, 400",
    "/peers?name=host-1&port=-1, 400",
    "/peers?name=host-1&name=host-2&port=7001, 400",
    "/peers?name=%zz&port=7001, 400",
    "/peers?name=host-1&port=7002, 404",
    "/peers?name=host-9&port=7001, 404"
  })
  void wrongQuestionsForPeersAreRefused(String target, int status) {
    assertThat(rest.get(target).send().status()).isEqualTo(status);
  }

  @Test
  void theSnapshotShowsNodesAndReplicas() throws JsonProcessingException {
    JsonNode json = json(rest.get("/getClusterMapSnapshot").send());
    assertThat(json.get("clusterName").asText()).isEqualTo("Main");
    assertThat(json.get("timeStampMs").asLong()).isEqualTo(rest.time.wallMillis());
    JsonNode here = json.get("datacenters").get(0);
    assertThat(here.get("name").asText()).isEqualTo("dc1");
    assertThat(here.get("id").asInt()).isEqualTo(1);
    assertThat(here.get("datanodes").get(0))
        .hasToString(
            """
            {"name":"node-1","hostname":"host-1","port":7001,"dc":"dc1","rackId":"zone-1",\
            "liveness":"up"}\
            """);
    assertThat(here.get("datanodes").get(1).get("liveness").asText()).isEqualTo("nodeDown");
    JsonNode partitions = json.get("partitions");
    assertThat(partitions).hasSize(2);
    assertThat(partitions.get(0).get("replicas")).hasSize(4);
    assertThat(partitions.get(1).get("class").asText()).isEqualTo("cold");
    assertThat(partitions.get(1).get("writeState").asText()).isEqualTo("READ_ONLY");
    assertThat(partitions.get(1).get("replicas").get(0))
        .hasToString(
            """
            {"node":"host-1:7001","partition":"1","state":"STANDBY","access":"FULL",\
            "liveness":"up"}\
            """);
  }

  @Test
  void aResourceIsAPartitionClassInThisDataCentre() throws JsonProcessingException {
    JsonNode all = json(rest.get("/resourceInfo").send()).get("resources");
    assertThat(all).hasSize(2);
    assertThat(all.get(1))
        .hasToString(
            """
            {"resourceName":"default","liveInstances":["node-1"],\
            "unavailableInstances":["node-2"],"totalInstanceCount":2,"numPartitions":1,\
            "numExpectedReplicas":4,"numCurrentReplicas":2}\
            """
                .replace("Replicas\":4", "Replicas\":2"));
  }

  @ParameterizedTest
  @CsvSource({
    "x-ambry-partition, 1, cold",
    "x-ambry-partition, 0, default",
    "x-ambry-hostname, host-3, default",
    "x-ambry-hostname, host-1, cold default",
    "x-ambry-resource, cold, cold"
  })
  void resourcesAreFiltered(String argument, String value, String names)
      throws JsonProcessingException {
    JsonNode found = json(rest.get("/resourceInfo").with(argument, value).send()).get("resources");
    assertThat(found.findValuesAsText("resourceName")).isEqualTo(List.of(names.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({"x-ambry-partition, 2", "x-ambry-hostname, host-9", "x-ambry-resource, warm"})
  void anUnknownResourceIsABadArgument(String argument, String value) {
    Reply reply = rest.get("/resourceInfo").with(argument, value).send();
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.header("x-ambry-failure-reason")).contains(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/peers", "/getClusterMapSnapshot", "/resourceInfo", "/statsReport"})
  void reportsAreOnlyRead(String target) {
    for (String method : List.of("POST", "PUT", "DELETE")) {
      Reply reply = rest.request(method, target).send();
      assertThat(reply.status()).isEqualTo(405);
      assertThat(reply.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }
  }
}
