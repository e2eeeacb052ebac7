package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.frontend.gate.AccessTrail;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.account.AccountReads;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.frontend.rest.cluster.ClusterReports;
import io.aumbry.frontend.rest.cluster.UsageReports;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.ContainerReports;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An event loop serves others while a large answer waits for the thread of large documents. */
final class LargeAnswersTest {
  private static final int MANY = 300;

  private final Time time = new SystemTime();
  private final EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time);
  private final JsonBody json = new JsonBody(FrontendConfig.defaults().requests().shares(), time);

  private record Empty() {}

  @AfterEach
  void stop() {
    loops.close();
  }

  /** Starts a request on the first event loop. */
  private Mailbox<Answer> answering(String query, Function<Call, Answer> operation) {
    Mailbox<Answer> answered = new Mailbox<>();
    loops.carriers().getFirst().start("test", () -> answered.post(operation.apply(call(query))));
    return answered;
  }

  private Call call(String query) {
    HttpRequest request =
        new HttpRequest(
            "GET",
            "/",
            query,
            HttpHeaders.builder().build(),
            0,
            InetSocketAddress.createUnresolved("client", 1));
    Deadline deadline = Deadline.after(Duration.ofSeconds(60), time);
    return new Call(
        request,
        Arguments.of(request),
        () -> ChunkedSource.of(new byte[0]),
        HttpHeaders.builder(),
        new RequestContext("test", loops.carriers().getFirst(), deadline),
        deadline,
        new AccessTrail());
  }

  /** The loop answers in order, so a large answer that the loop wrote would be there first. */
  private void assertIsWrittenElsewhere(String query, Function<Call, Answer> large) {
    CountDownLatch othersServed = new CountDownLatch(1);
    Mailbox<Answer> before =
        answering(
            "",
            call ->
                json.answer(
                    MANY,
                    () -> {
                      await(othersServed);
                      return new Empty();
                    },
                    call));
    Mailbox<Answer> tested = answering(query, large);
    assertThat(answering("", call -> json.answer(1, Empty::new, call)).take().status())
        .isEqualTo(200);
    assertThat(tested.poll()).isEmpty();
    othersServed.countDown();
    before.take();
    assertThat(tested.take().status()).isEqualTo(200);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void accountsWithManyContainers() {
    TestAccounts accounts = new TestAccounts();
    for (int i = 0; i < MANY; i++) {
      accounts.put("container-" + i, ContainerRules.DEFAULTS);
    }
    AccountReads reads = new AccountReads(accounts.withBuiltIn(), json, Duration.ofDays(14));
    assertIsWrittenElsewhere("", call -> reads.accounts(Optional.empty(), call));
  }

  @Test
  void theUsageOfManyContainers() {
    List<ContainerUsage> usage =
        IntStream.range(0, MANY).mapToObj(i -> new ContainerUsage(9, i + 1, 1, 1)).toList();
    Partition partition = new FixedCluster().current().partitions().getFirst();
    ContainerReports source =
        (found, _) -> {
          found.add(partition, usage);
          return List.of();
        };
    UsageReports reports = new UsageReports(source, json, "Main");
    String query = "x-ambry-cluster-name=Main&x-ambry-stats-type=";
    assertIsWrittenElsewhere(query + "ACCOUNT_REPORT", reports::report);
    assertIsWrittenElsewhere(query + "PARTITION_CLASS_REPORT", reports::report);
  }

  @Test
  void aClusterMapOfManyPartitions() {
    ClusterView small = new FixedCluster().current();
    Partition first = small.partitions().getFirst();
    List<Partition> partitions =
        IntStream.range(0, MANY)
            .mapToObj(id -> Partition.atRest(id, PartitionClass.DEFAULT, false, first.replicas()))
            .toList();
    ClusterView view =
        new ClusterView(small.local(), small.dataCenters(), small.nodes(), partitions);
    ClusterViews views =
        new ClusterViews() {
          @Override
          public ClusterView current() {
            return view;
          }

          @Override
          public void subscribe(Consumer<ClusterView> listener) {
            listener.accept(view);
          }
        };
    ClusterReports reports = new ClusterReports(views, json, time, "Main");
    assertIsWrittenElsewhere("", reports::snapshot);
  }
}
