package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.config.ConfigException;
import io.aumbry.config.FrontendKeys;
import io.aumbry.config.Roles;
import io.aumbry.config.RouterKeys;
import io.aumbry.config.Settings;
import io.aumbry.config.SettingsLoader;
import io.aumbry.config.StorageKeys;
import io.aumbry.config.TransportKeys;
import io.aumbry.frontend.FrontendConfig;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.router.RouterConfig;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.store.Durability;
import io.aumbry.store.StoreConfig;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.HttpTimeouts;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeIdentityCheck;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A default is written in the component and, for operators, in its key: both must say the same. */
class SettingsDefaultsTest {
  @Test
  void theFrontendsAreTheSame() {
    FrontendConfig config =
        FrontendConfig.defaults(new FrontendConfig.Identity("aumbry", "dc1", "frontend"));
    assertThat(FrontendKeys.REQUEST_TIMEOUT.defaultValue()).contains(config.requestTimeout());
    assertThat(FrontendKeys.TRANSFER_TIMEOUT.defaultValue()).contains(config.transferTimeout());
    assertThat(FrontendKeys.CACHE_VALIDITY.defaultValue()).contains(config.cacheValidity());
    assertThat(FrontendKeys.MAX_REQUESTS.defaultValue()).contains(config.requests().most());
    Shares shares = config.requests().shares();
    assertThat(shares).isEqualTo(RouterConfig.defaults().memory().shares());
    assertThat(FrontendKeys.CONNECTION_SHARE.defaultValue()).contains(shares.connectionPercent());
    assertThat(FrontendKeys.ADDRESS_SHARE.defaultValue())
        .contains(shares.addressPercent())
        .contains(shares.identityPercent());
    assertThat(FrontendKeys.SLOW_RATE.defaultValue())
        .hasValueSatisfying(rate -> assertThat(rate.bytes()).isEqualTo(shares.slowRate()));
    HttpTimeouts timeouts = HttpTimeouts.defaults();
    assertThat(FrontendKeys.MINIMUM_RATE.defaultValue())
        .hasValueSatisfying(rate ->
            assertThat(rate.bytes() * timeouts.bodyProgress().toSeconds())
                .isEqualTo(timeouts.bodyProgressBytes()));
    assertThat(FrontendKeys.MAX_BLOB_SIZE.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(config.maxBlobSize()));
    HttpServerConfig.Clients clients = HttpServerConfig.Clients.defaults();
    assertThat(FrontendKeys.MAX_CONNECTIONS.defaultValue()).contains(clients.maxConnections());
    assertThat(FrontendKeys.ADDRESS_REQUESTS.defaultValue()).contains(clients.addressRequests());
  }

  @Test
  void theRoutersAreTheSame() {
    RouterConfig config = RouterConfig.defaults();
    assertThat(RouterKeys.WRITE_QUORUM.defaultValue()).contains(config.writeQuorum());
    assertThat(RouterKeys.NODE_TIMEOUT.defaultValue()).contains(config.nodeTimeout());
    assertThat(RouterKeys.CHUNK_SIZE.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(config.chunkSize()));
    assertThat(RouterKeys.BODY_MEMORY.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(config.memory().bytes()));
    assertThat(RouterKeys.HEDGE_PERCENT.defaultValue())
        .contains((int) Math.round(config.hedge().share() * 100));
    assertThat(TransportKeys.NODE_CONNECTIONS.defaultValue())
        .contains(NodeClientConfig.Connections.USUAL_SHARED);
    assertThat(TransportKeys.NODE_HTTP1_CONNECTIONS.defaultValue())
        .contains(NodeClientConfig.Connections.USUAL_EXCLUSIVE);
  }

  @Test
  void theProtocolBetweenProcessesIsThatOfTheKey() {
    assertThat(TransportSettings.client(storage()))
        .isEqualTo(NodeClientConfig.defaults().withIdentity(new NodeIdentityCheck("aumbry", true)));
    assertThat(TransportSettings.client(storage("--tls.node-role=warn")).identity())
        .contains(new NodeIdentityCheck("aumbry", false));
    assertThat(TransportSettings.client(storage("--tls.node-role=off")))
        .isEqualTo(NodeClientConfig.defaults());
    assertThat(TransportSettings.client(storage("--transport.node-protocol=http1")).connections())
        .isEqualTo(NodeClientConfig.Connections.of(NodeClientConfig.Protocol.HTTP_1));
    assertThat(
            TransportSettings.client(
                    storage(
                        "--transport.node-protocol=http1", "--transport.node-http1-connections=7"))
                .connections()
                .perNode())
        .isEqualTo(7);
  }

  private static Settings storage(String... flags) {
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
    return new SettingsLoader(Roles.STORAGE_SERVER).flags(all).load();
  }

  @Test
  void durabilityIsThatOfTheKey() {
    assertThat(DiskSettings.durability(storage("--storage.durability=fsync")))
        .isEqualTo(Durability.FSYNC);
    assertThat(DiskSettings.durability(storage("--storage.durability=write")))
        .isEqualTo(Durability.WRITE);
    assertThatThrownBy(() -> storage("--storage.durability=sometimes"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("storage.durability")
        .hasMessageContaining("'sometimes' must be one of fsync, write");
    assertThatThrownBy(() -> storage("--storage.sync-interval=1ms"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("10ms");
  }

  @Test
  void aReserveInWhichAFullDiskCannotBeCompactedIsRefused() {
    assertThat(DiskSettings.config(storage("--storage.reserve=257MiB")).reserveBytes())
        .isEqualTo(257L << 20);
    assertThatThrownBy(() -> DiskSettings.config(storage("--storage.reserve=512KiB")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("storage.reserve is 512 KiB, must be at least 257 MiB")
        .hasMessageContaining("storage.segment-size 256 MiB");
  }

  @Test
  void theStorageNodesAreTheSame() {
    StoreConfig store = StoreConfig.defaults();
    ServerConfig server = ServerConfig.defaults();
    assertThat(StorageKeys.SYNC_INTERVAL.defaultValue()).contains(server.syncInterval());
    assertThat(DiskSettings.durability(storage()).name()).isEqualTo(store.durability().name());
    assertThat(StorageKeys.STALL_TIMEOUT.defaultValue()).contains(DiskGuard.DEFAULT_LIMIT);
    assertThat(StorageKeys.READ_THREADS.defaultValue()).contains(store.readThreads());
    assertThat(StorageKeys.DELETED_RETENTION.defaultValue()).contains(store.retention().deleted());
    assertThat(StorageKeys.EXPIRED_RETENTION.defaultValue()).contains(store.retention().expired());
    assertThat(StorageKeys.SEAL_AT.defaultValue()).contains(SealingConfig.defaults().sealPercent());
    assertThat(StorageKeys.UNSEAL_AT.defaultValue())
        .contains(SealingConfig.defaults().unsealPercent());
    assertThat(StorageKeys.COMPACTION_INTERVAL.defaultValue())
        .contains(server.compaction().interval());
    assertThat(StorageKeys.COMPACTION_RATE.defaultValue())
        .hasValueSatisfying(
            size -> assertThat(size.bytes()).isEqualTo(server.compaction().bytesPerSecond()));
    assertThat(StorageKeys.REMOTE_ORDER.defaultValue()).contains(StorageKeys.RemoteOrder.OLDEST);
    assertThat(server.replication().elsewhere().newestFirst()).isFalse();
    assertThat(StorageKeys.SCRUB_PERIOD.defaultValue()).contains(server.scrub().period());
    assertThat(StorageKeys.COMPARE_PERIOD.defaultValue())
        .contains(EntropyConfig.defaults().period());
    assertThat(StorageKeys.SCRUB_RATE.defaultValue())
        .hasValueSatisfying(
            size -> assertThat(size.bytes()).isEqualTo(server.scrub().bytesPerSecond()));
    assertThat(StorageKeys.SEGMENT_SIZE.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(store.segmentBytes()));
    assertThat(StorageKeys.RESERVE.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(store.reserveBytes()));
    assertThat(StorageKeys.QUEUE_SIZE.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(store.queueBytes()));
    assertThat(StorageKeys.PUT_MEMORY.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(server.putBytes()));
    assertThat(StorageKeys.PULL_MEMORY.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(server.pullBytes()));
  }
}
