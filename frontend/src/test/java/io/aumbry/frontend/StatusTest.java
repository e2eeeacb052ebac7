package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.router.ReplicaStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /id/Status}. */
final class StatusTest {
  private final Rest rest = new Rest();
  private final String path =
      rest.stored(rest.upload(Rest.PUBLIC, new byte[5000]).with("x-ambry-ttl", "60"));

  private JsonNode status() throws JsonProcessingException {
    Reply reply = rest.get(path + "/Status").send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    return new ObjectMapper().readTree(reply.text());
  }

  @Test
  void theReplicasThatHoldABlobAreListedByDataCentre() throws JsonProcessingException {
    long expiry = rest.time.wallMillis() + 60_000;
    JsonNode status = status();
    assertThat(status.get("blobId").asText()).isEqualTo(path.substring(1));
    assertThat(status.get("blobSize").asLong()).isEqualTo(5000);
    assertThat(status.get("chunked").asBoolean()).isFalse();
    assertThat(status.get("deleted").asBoolean()).isFalse();
    assertThat(status.get("lifeVersion").asInt()).isZero();
    assertThat(status.get("expirationTimeMs").asLong()).isEqualTo(expiry);
    JsonNode site = status.get("dataCenters").get(0);
    assertThat(site.get("name").asText()).isEqualTo("dc1");
    assertThat(site.get("holding").asInt()).isEqualTo(1);
    JsonNode copy = site.get("replicas").get(0);
    assertThat(copy.get("node").asText()).isEqualTo("node-1");
    assertThat(copy.get("holds").asBoolean()).isTrue();
    assertThat(copy.get("content").get("size").asInt()).isEqualTo(5000);
    assertThat(copy.get("content").get("crc32c").asText())
        .isEqualTo(rest.get(path).send().header("x-ambry-checksum-crc32c"));
    assertThat(copy.has("reason")).isFalse();
  }

  @Test
  void aDeletedBlobIsShownWhileItsBytesExist() throws JsonProcessingException {
    rest.request("DELETE", path).send();
    assertThat(status().get("deleted").asBoolean()).isTrue();
  }

  @Test
  void anUnknownBlobIsNotFound() {
    rest.router.statusOf(replica -> new ReplicaStatus.Absent(Absence.NOT_FOUND));
    assertThat(rest.get(path + "/Status").send().status()).isEqualTo(404);
    rest.router.statusOf(replica -> new ReplicaStatus.Absent(Absence.DELETED));
    assertThat(rest.get(path + "/Status").send().status()).isEqualTo(410);
  }

  @Test
  void aReplicaThatCannotBeAskedHidesItsDetails() throws JsonProcessingException {
    rest.router.statusOf(
        replica -> new ReplicaStatus.Unknown(ErrorCode.DISK_FAILED, "/mnt/secret/disk"));
    JsonNode status = status();
    JsonNode copy = status.get("dataCenters").get(0).get("replicas").get(0);
    assertThat(copy.get("holds").asBoolean()).isFalse();
    assertThat(copy.get("reason").asText()).isEqualTo("DISK_FAILED");
    assertThat(status.toString()).doesNotContain("secret");
  }

  @Test
  void aStatusIsReadWithoutARangeAndOnlyRead() {
    assertThat(rest.get(path + "/Status").with("Range", "bytes=0-1").send().status())
        .isEqualTo(400);
    for (String method : List.of("POST", "PUT", "DELETE")) {
      assertThat(rest.request(method, path + "/Status").send().status()).isEqualTo(405);
    }
  }
}
