package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.message.ContainerUsage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /statsReport}, section 12 of Ambry's contract. */
@Tag("section-12")
final class UsageReportsTest {
  private static final String TARGET = "/statsReport?x-ambry-cluster-name=Main&x-ambry-stats-type=";
  private static final List<Partition> PARTITIONS = new FixedCluster().current().partitions();

  private final Rest rest = new Rest();

  private void reports(List<Integer> missing) {
    rest.router.reportsUsage(
        Map.of(
            PARTITIONS.get(0),
            List.of(new ContainerUsage(101, 1, 2, 10), new ContainerUsage(101, 7, 0, 4096)),
            PARTITIONS.get(1),
            List.of(new ContainerUsage(9, 1, 1, 0), new ContainerUsage(101, 1, 3, 1L << 50))),
        missing);
  }

  private String report(String type) {
    Reply reply = rest.get(TARGET + type).send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    return reply.text();
  }

  /** Partition 0 has four replicas and partition 1 has two. */
  @Test
  void theReportByAccountAddsUpAllPartitions() {
    reports(List.of());
    assertThat(report("ACCOUNT_REPORT"))
        .isEqualTo(
            """
            {"9":{"1":{"logicalStorageUsage":0,"physicalStorageUsage":0,"numberOfBlobs":1}},\
            "101":{"1":{"logicalStorageUsage":1125899906842634,\
            "physicalStorageUsage":2251799813685288,"numberOfBlobs":5},\
            "7":{"logicalStorageUsage":4096,"physicalStorageUsage":16384,"numberOfBlobs":0}}}\
            """);
  }

  @Test
  void theReportByClassAddsUpThePartitionsOfEach() {
    reports(List.of());
    assertThat(report("PARTITION_CLASS_REPORT"))
        .isEqualTo(
            """
            {"cold":{"9":{"1":{"logicalStorageUsage":0,"physicalStorageUsage":0,\
            "numberOfBlobs":1}},"101":{"1":{"logicalStorageUsage":1125899906842624,\
            "physicalStorageUsage":2251799813685248,"numberOfBlobs":3}}},\
            "default":{"101":{"1":{"logicalStorageUsage":10,"physicalStorageUsage":40,\
            "numberOfBlobs":2},"7":{"logicalStorageUsage":4096,"physicalStorageUsage":16384,\
            "numberOfBlobs":0}}}}\
            """);
  }

  @Test
  void aReportNamesThePartitionsThatItLacks() {
    rest.router.reportsUsage(
        Map.of(PARTITIONS.get(0), List.of(new ContainerUsage(1, 2, 3, 4))), List.of(1, 5));
    assertThat(report("ACCOUNT_REPORT"))
        .isEqualTo(
            """
            {"1":{"2":{"logicalStorageUsage":4,"physicalStorageUsage":16,"numberOfBlobs":3}},\
            "missingPartitions":[1,5]}\
            """);
    assertThat(report("PARTITION_CLASS_REPORT")).endsWith(",\"missingPartitions\":[1,5]}");
  }

  @Test
  void anEmptyClusterHasAnEmptyReport() {
    rest.router.reportsUsage(Map.of(PARTITIONS.get(0), List.of()), List.of());
    assertThat(report("ACCOUNT_REPORT")).isEqualTo("{}");
    assertThat(report("PARTITION_CLASS_REPORT")).isEqualTo("{\"default\":{}}");
  }

  @Test
  void withoutAnyPartitionThereIsNoReport() {
    rest.router.reportsUsage(Map.of(), List.of(0, 1));
    assertThat(rest.get(TARGET + "ACCOUNT_REPORT").send().status()).isEqualTo(503);
  }

  @ParameterizedTest
  @CsvSource({
    "/statsReport, 400",
    "/statsReport?x-ambry-cluster-name=Main, 400",
    "/statsReport?x-ambry-stats-type=ACCOUNT_REPORT, 400",
    "/statsReport?x-ambry-cluster-name=Main&x-ambry-stats-type=account_report, 400",
    "/statsReport?x-ambry-cluster-name=Other&x-ambry-stats-type=DISK_REPORT, 400",
    "/statsReport?x-ambry-cluster-name=Other&x-ambry-stats-type=ACCOUNT_REPORT, 404"
  })
  void wrongQuestionsAreRefused(String target, int status) {
    assertThat(rest.get(target).send().status()).isEqualTo(status);
  }
}
