package io.aumbry.tests.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.config.Settings;
import io.aumbry.frontend.Frontend;
import io.aumbry.frontend.FrontendConfig;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.account.ContainerConfig;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.identity.KeyMint;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.tests.simulation.Quiet;
import io.aumbry.tests.simulation.cluster.ClusterPlan;
import io.aumbry.tests.simulation.cluster.SimulatedFrontend;
import io.aumbry.tests.simulation.load.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A full cluster, seen by a client of the REST API. */
@ExtendWith(Quiet.class)
final class FullClusterTest {
  private static final int MANY = 500;
  private static final byte[] CONTENT = BytesOfTests.random(new SplittableRandom(1), 4000);

  private final Stage stage = new Stage(1, ClusterPlan.scripted());
  private final List<String> paths = new ArrayList<>();

  private RestExchange send(String method, String path, byte[] content) {
    List<RestExchange> sent = new ArrayList<>();
    stage.ask(frontend -> {
      RestExchange exchange = new RestExchange(method, path, content, frontend.process());
      rest(frontend).handle(exchange);
      sent.add(exchange);
    });
    return sent.getFirst();
  }

  private static Frontend rest(SimulatedFrontend frontend) {
    return new Frontend(
        new Frontend.Services(
            frontend.router(),
            frontend.views(),
            new BuiltInAccounts(Settings.defaults(ContainerConfig.class), CatalogSnapshot::empty),
            Frontend.Catalogued.NONE,
            new KeyMint(Optional.empty(), new SplittableRandom(3)),
            Gate.open(),
            event -> {}),
        new FrontendConfig.Identity("full", "dc1", "front"),
        FrontendConfig.defaults(),
        frontend.process().time(),
        new SplittableRandom(2),
        new Metrics());
  }

  /**
   * Uploads a blob.
   *
   * @return the status
   */
  private int put() {
    RestExchange sent = send("POST", "/", CONTENT);
    if (sent.status() == 201) {
      paths.add(sent.header("Location"));
    } else {
      assertThat(sent.header("x-ambry-error-code")).isEqualTo("InsufficientCapacity");
    }
    return sent.status();
  }

  private int fill() {
    int status = put();
    while (status == 201) {
      assertThat(paths.size()).isLessThan(MANY);
      status = put();
    }
    return status;
  }

  private void delete(List<String> some) {
    some.forEach(path -> assertThat(send("DELETE", path, new byte[0]).status()).isEqualTo(202));
    some.clear();
  }

  private void fillDisks() {
    for (int i = 0; i < stage.cluster().plan().nodes(); i++) {
      stage.cluster().fill(i, 0, ClusterPlan.RESERVE);
    }
  }

  @Test
  void aPutGets507WhileDeletesSucceedUntilCompactionMakesRoom() {
    for (int i = 0; i < 60; i++) {
      assertThat(put()).isEqualTo(201);
    }
    delete(paths.subList(0, 55));
    stage.night(Duration.ofHours(2), 0, 1, 2);
    fillDisks();
    stage.settle();
    assertThat(fill()).isEqualTo(507);
    delete(paths.subList(0, 2));
    assertThat(put()).as("a delete alone makes no room").isEqualTo(507);
    stage.pass(Duration.ofSeconds(12));
    assertThat(put()).isEqualTo(201);
    for (String path : paths) {
      assertThat(send("GET", path, new byte[0]).content()).isEqualTo(CONTENT);
    }
  }
}
