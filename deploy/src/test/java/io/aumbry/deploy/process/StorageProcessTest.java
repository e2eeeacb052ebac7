package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.ConfigException;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.settings.Roles;
import io.aumbry.deploy.settings.StorageSettings;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageProcessTest {
  private static final NodeId NODE = new NodeId("node-1");
  private static final Endpoint ADDRESS = new Endpoint("this", 1175);

  @TempDir private Path folder;

  private StorageSettings settings(String more) throws IOException {
    String text =
        """
        process.name = node-1
        cluster.data-center = dc1
        cluster.data-centers = 1:dc1@127.0.0.1:1
        storage.advertised-host = 127.0.0.1
        storage.zone = z
        storage.disks = %s
        tls.mode = plaintext
        tls.zookeeper = plaintext
        %s
        """
            .formatted(folder, more);
    Path file = Files.writeString(folder.resolve("node.conf"), text);
    return new SettingsLoader<>(Roles.STORAGE_SERVER).file(file).load();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tls.require-roles = required", "tls.require-roles = warn"})
  void plaintextMustBeSaidTwice(String roles) throws IOException {
    StorageSettings settings = settings(roles);
    assertThatThrownBy(() -> StorageProcess.start(settings, new SystemTime()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("tls.mode is plaintext")
        .hasMessageContaining("tls.require-roles")
        .hasMessageContaining("set it to off");
  }

  @Test
  void anUnknownModeIsNamedWithTheKnownOnes() {
    assertThatThrownBy(() -> settings("tls.require-roles = maybe"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("maybe")
        .hasMessageContaining("off, required, warn");
  }

  private static Optional<String> missing(List<StorageNode> shown) {
    DataCenter here = new DataCenter(1, "dc1");
    ClusterView view = new ClusterView(here, List.of(here), shown, List.of());
    return StorageProcess.missing(view, NODE, ADDRESS);
  }

  private static StorageNode node(Endpoint address, boolean live) {
    return new StorageNode(NODE, 1, "z", address, live);
  }

  /** Another process may have taken the name, and gets the calls then. */
  @Test
  void aNodeIsReadyWhenTheClusterShowsItAsLiveAtItsAddress() {
    assertThat(missing(List.of(node(ADDRESS, true)))).isEmpty();
    assertThat(missing(List.of())).contains("the cluster does not show it as live yet");
    assertThat(missing(List.of(node(ADDRESS, false))))
        .contains("the cluster does not show it as live yet");
    assertThat(missing(List.of(node(new Endpoint("other", 1175), true))))
        .contains("the cluster shows it at other:1175, not at this:1175");
  }
}
