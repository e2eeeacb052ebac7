package io.aumbry.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.config.FrontendKeys;
import io.aumbry.config.RouterKeys;
import io.aumbry.config.StorageKeys;
import io.aumbry.config.TransportKeys;
import io.aumbry.frontend.FrontendConfig;
import io.aumbry.router.RouterConfig;
import io.aumbry.server.ServerConfig;
import io.aumbry.store.StoreConfig;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.node.NodeClientConfig;
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
    assertThat(FrontendKeys.MAX_REQUESTS.defaultValue()).contains(config.maxRequests());
    assertThat(FrontendKeys.MAX_BLOB_SIZE.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(config.maxBlobSize()));
    assertThat(FrontendKeys.MAX_CONNECTIONS.defaultValue())
        .contains(HttpServerConfig.DEFAULT_MAX_CONNECTIONS);
  }

  @Test
  void theRoutersAreTheSame() {
    RouterConfig config = RouterConfig.defaults();
    assertThat(RouterKeys.WRITE_QUORUM.defaultValue()).contains(config.writeQuorum());
    assertThat(RouterKeys.NODE_TIMEOUT.defaultValue()).contains(config.nodeTimeout());
    assertThat(RouterKeys.CHUNK_SIZE.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(config.chunkSize()));
    assertThat(RouterKeys.BODY_MEMORY.defaultValue())
        .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(config.bodyMemory()));
    assertThat(RouterKeys.HEDGE_PERCENT.defaultValue())
        .contains((int) Math.round(config.hedge().share() * 100));
    assertThat(TransportKeys.NODE_CONNECTIONS.defaultValue())
        .contains(NodeClientConfig.defaults().connectionsPerNode());
  }

  @Test
  void theStorageNodesAreTheSame() {
    StoreConfig store = StoreConfig.defaults();
    ServerConfig server = ServerConfig.defaults();
    assertThat(StorageKeys.READ_THREADS.defaultValue()).contains(store.readThreads());
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
