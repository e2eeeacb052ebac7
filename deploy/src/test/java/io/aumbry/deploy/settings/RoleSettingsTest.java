package io.aumbry.deploy.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.ConfigException;
import io.aumbry.config.SettingsLoader;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeIdentityCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoleSettingsTest {
  @TempDir private Path folder;

  @Test
  void theProtocolBetweenProcessesIsThatOfTheKey() {
    assertThat(client())
        .isEqualTo(NodeClientConfig.defaults().withIdentity(new NodeIdentityCheck("aumbry", true)));
    assertThat(client("--tls.require-roles=warn").identity())
        .contains(new NodeIdentityCheck("aumbry", false));
    assertThat(client("--tls.require-roles=off")).isEqualTo(NodeClientConfig.defaults());
    assertThat(client("--transport.node-protocol=http1").connections())
        .isEqualTo(NodeClientConfig.Connections.of(NodeClientConfig.Protocol.HTTP1));
    assertThat(
            client("--transport.node-protocol=http1", "--transport.node-http1-connections=7")
                .connections()
                .perNode())
        .isEqualTo(7);
  }

  private static NodeClientConfig client(String... flags) {
    StorageSettings settings = storage(flags);
    return settings.access().client(settings.connections());
  }

  private static StorageSettings storage(String... flags) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--process.name=n1",
                "--storage.advertised-host=localhost",
                "--storage.zone=z1",
                "--storage.disks=/d",
                "--cluster.data-center=dc1",
                "--cluster.data-centers=1:dc1@localhost:2181"));
    all.addAll(List.of(flags));
    return new SettingsLoader<>(Roles.STORAGE_SERVER).flags(all).load();
  }

  /** The example of docs/deploy.md, and how a server divides its settings among its parts. */
  @Test
  void theDocumentedServerGivesEachPartHalfOfTheTimeToStop() throws IOException {
    String example =
        Files.readString(Path.of("..", "docs", "deploy.md"))
            .lines()
            .dropWhile(line -> !line.equals("    # differs"))
            .takeWhile(line -> line.isEmpty() || line.startsWith("    "))
            .map(String::strip)
            .collect(Collectors.joining("\n"));
    Path file = Files.writeString(folder.resolve("server.conf"), example);
    ServerSettings server = new SettingsLoader<>(Roles.SERVER).file(file).load();
    assertThat(server.services().control().isOn()).isTrue();
    assertThat(server.storage().process().stopTimeout()).hasSeconds(10);
    assertThat(server.frontend().process().stopTimeout()).hasSeconds(10);
    assertThat(server.controller().process()).isEqualTo(server.process());
    assertThat(server.storage().node()).isEqualTo(server.services().node());
    assertThat(server.frontend().client()).isEqualTo(server.services().client());
    assertThat(server.frontend().access()).isEqualTo(server.storage().access());
  }

  @Test
  void durabilityIsThatOfTheKey() {
    assertThat(storage().node().store().durability()).isEqualTo(SyncPolicy.FSYNC);
    assertThat(storage("--storage.durability=write").node().store().durability())
        .isEqualTo(SyncPolicy.WRITE);
    assertThatThrownBy(() -> storage("--storage.durability=sometimes"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("storage.durability")
        .hasMessageContaining("'sometimes' must be one of fsync, write");
    assertThatThrownBy(() -> storage("--storage.sync-interval=1ms"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("10ms");
  }

  @Test
  void aReserveTooSmallForCompactionIsRefused() {
    storage("--storage.reserve=257MiB").node().store().requireCompactable();
    assertThatThrownBy(
            () -> storage("--storage.reserve=512KiB").node().store().requireCompactable())
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("storage.reserve is 512 KiB, must be at least 257 MiB")
        .hasMessageContaining("storage.segment-size 256 MiB");
  }

  @Test
  void settingsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> storage("--storage.seal-at=80"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("storage.unseal-at is 85, must be less than storage.seal-at, which is 80");
    assertThatThrownBy(() -> storage("--cluster.data-center=dc2"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "cluster.data-center is 'dc2', which is not among cluster.data-centers"
                + " [1:dc1@localhost:2181]");
  }

  @Test
  void aLongRetentionKeepsDeletesLonger() {
    assertThat(storage().node().store().retention().forgotten()).hasDays(30);
    assertThat(storage("--storage.deleted-retention=20d").node().store().retention().forgotten())
        .hasDays(61);
  }

  @Test
  void theCapacityIsDividedAmongTheDisks() {
    DiskConfig disks = storage("--storage.disks=/a, /b", "--storage.capacity=6 GiB").node().disks();
    assertThat(disks.share()).isEqualTo(3L << 30);
    assertThat(disks.capacity(List.of())).isEqualTo(6L << 30);
    assertThat(storage().node().disks().share()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theSharesOfClientsHoldForRequestsAndTheirBodies() {
    FrontendSettings settings =
        new SettingsLoader<>(Roles.FRONTEND)
            .flags(
                List.of(
                    "--process.name=f1",
                    "--cluster.data-center=dc1",
                    "--cluster.data-centers=1:dc1@localhost:2181",
                    "--frontend.address-share=100"))
            .load();
    assertThat(settings.client().frontend().requests().shares())
        .isEqualTo(settings.router().memory().shares())
        .satisfies(shares -> assertThat(shares.addressPercent()).isEqualTo(100));
  }
}
