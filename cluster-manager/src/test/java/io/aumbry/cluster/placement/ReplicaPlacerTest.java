package io.aumbry.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.metadata.ControllerConfig;
import io.aumbry.cluster.metadata.ControllerConfig.Placement;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.protocol.runtime.SystemTime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.helix.HelixDataAccessor;
import org.apache.helix.HelixException;
import org.apache.helix.HelixManager;
import org.apache.helix.PropertyKey;
import org.junit.jupiter.api.Test;

/** Placement without an event, on a connection that fails every read. */
class ReplicaPlacerTest {
  private static final ClusterAddress ADDRESS =
      new ClusterAddress("test", "127.0.0.1:1", Duration.ofSeconds(1), Optional.empty());

  private final ReplicaPlacer placer =
      new ReplicaPlacer(
          new ControllerConfig(ADDRESS, "controller-1", 3, Placement.defaults(3)),
          fake(
              HelixManager.class,
              Map.of(
                  "isConnected",
                  true,
                  "getHelixDataAccessor",
                  fake(
                      HelixDataAccessor.class,
                      Map.of("keyBuilder", new PropertyKey.Builder("test"))))),
          new HostLocks(ADDRESS),
          new LockSteps(Runnable::run, () -> {}),
          new SystemTime());

  /** Throws from every method without a given answer. */
  private static <T> T fake(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) ->
                Optional.ofNullable(answers.get(method.getName()))
                    .orElseThrow(() -> new HelixException("cannot read"))));
  }

  @Test
  void everyThirdLookMakesUpForALostEvent() {
    assertThat(placer.isDue()).isFalse();
    assertThat(placer.isDue()).isFalse();
    assertThat(placer.isDue()).isTrue();
    assertThat(placer.isDue()).isFalse();
  }

  @Test
  void afterAFailedReadTheNextLookPlaces() {
    assertThatThrownBy(placer::place).isInstanceOf(HelixException.class);
    assertThat(placer.isDue()).isTrue();
  }
}
