package io.aumbry.deploy.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ScriptedFrontend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UsageCommandTest {
  private static final String ACCOUNTS =
      """
      {"accounts":[
        {"accountId":9,"accountName":"demo","containers":[
          {"containerId":1,"containerName":"photos"},{"containerId":2,"containerName":"logs"}]},
        {"accountId":10,"accountName":"other","containers":[]}]}\
      """;

  private static final String DEMO =
      """
      "9":{"1":{"logicalStorageUsage":1024,"physicalStorageUsage":3072,"numberOfBlobs":7},
           "2":{"logicalStorageUsage":0,"physicalStorageUsage":0,"numberOfBlobs":1}}\
      """;

  private static final String OTHER =
      """
      "10":{"5":{"logicalStorageUsage":10,"physicalStorageUsage":30,"numberOfBlobs":2}}\
      """;

  private ScriptedFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend =
        new ScriptedFrontend()
            .answer("GET /getClusterMapSnapshot", "{\"clusterName\":\"Main\"}")
            .answer("GET /accounts", ACCOUNTS)
            .answer("GET /statsReport", "{" + DEMO + "," + OTHER + "}");
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void theUsageOfEachContainerIsShownWithItsNames() {
    CommandRun run = frontend.run("admin", "usage");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            account  container  blobs    bytes  on all replicas
            demo     photos         7  1.0 KiB          3.0 KiB
            demo     logs           1      0 B              0 B
            other    5              2     10 B             30 B
            """);
  }

  @Test
  void oneAccountIsShown() {
    assertThat(frontend.run("admin", "usage", "--account", "other").out())
        .contains("other")
        .doesNotContain("demo");
  }

  @Test
  void theFrontendIsAskedForItsOwnCluster() {
    frontend.run("admin", "usage", "--json");
    assertThat(frontend.last().header("x-ambry-cluster-name")).isEqualTo("Main");
    assertThat(frontend.last().header("x-ambry-stats-type")).isEqualTo("ACCOUNT_REPORT");
  }

  @Test
  void classesAreShownOnTheirOwn() {
    frontend.answer("GET /statsReport", "{\"cold\":{" + OTHER + "},\"default\":{" + DEMO + "}}");
    String out = frontend.run("admin", "usage", "--by-class").out();
    assertThat(out)
        .containsPattern("cold +other +5 +2")
        .containsPattern("default +demo +photos +7");
    frontend.run("admin", "usage", "--by-class", "--json");
    assertThat(frontend.last().header("x-ambry-stats-type")).isEqualTo("PARTITION_CLASS_REPORT");
  }

  @Test
  void missingPartitionsAreNamedAndEndTheCommandWithAnError() {
    frontend.answer("GET /statsReport", "{" + OTHER + ",\"missingPartitions\":[3,4]}");
    CommandRun run = frontend.run("admin", "usage");
    assertThat(run.code()).isEqualTo(6);
    assertThat(run.out()).contains("other").doesNotContain("missing");
    assertThat(run.err()).contains("[3, 4]");
  }
}
