package io.aumbry.deploy.operator;

import io.aumbry.cluster.AddedPartitions;
import io.aumbry.cluster.ClusterSnapshot;
import io.aumbry.cluster.ClusterSnapshot.Stock;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import java.io.PrintWriter;
import java.util.IntSummaryStatistics;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin partitions add N}. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = {
      "Adds partitions to all data centres.",
      "They are there for good: partitions are never made fewer. Those that are there stay where"
          + " they are. controller.partitions need not be changed."
    })
final class PartitionsAddCommand implements Callable<Integer> {
  /** What the coordination of one data centre can take. */
  private static final int MOST = 20_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Parameters(paramLabel = "N", description = "How many more, in each data centre.")
  private int count;

  @Override
  public Integer call() throws InterruptedException {
    if (count < 1 || count > MOST) {
      throw refused("N is " + count + ", must be 1 to " + MOST);
    }
    try (OperatorAccess access = options.open()) {
      ClusterSnapshot snapshot = access.reader().read(options.patience());
      int wanted = wanted(snapshot);
      for (DataCenter place : snapshot.view().dataCenters()) {
        requireRoom(snapshot, place, wanted);
      }
      for (DataCenter place : snapshot.view().dataCenters()) {
        grow(access, place, stock(snapshot, place).partitions(), wanted);
      }
    }
    return 0;
  }

  /** How many there shall be. One that was cut short is ended first, and nothing else done. */
  private int wanted(ClusterSnapshot snapshot) {
    snapshot
        .unreachable()
        .forEach((place, why) -> {
          throw refused(Words.unseen(place, why));
        });
    IntSummaryStatistics there =
        snapshot.stocks().values().stream().mapToInt(Stock::partitions).summaryStatistics();
    if (there.getMin() == 0) {
      throw refused(
          "there are no partitions yet: a controller makes the first when enough nodes are live");
    }
    if (there.getMin() < there.getMax()) {
      out()
          .println(
              "data centres have "
                  + there.getMin()
                  + " to "
                  + there.getMax()
                  + " partitions: an addition that was cut short is completed, none are added");
      return there.getMax();
    }
    if (there.getMax() + count > MOST) {
      throw refused(
          "there are "
              + there.getMax()
              + " partitions, with "
              + count
              + " more there would be more than "
              + MOST);
    }
    return there.getMax() + count;
  }

  private void requireRoom(ClusterSnapshot snapshot, DataCenter place, int wanted) {
    Stock stock = stock(snapshot, place);
    Stock grown = new Stock(wanted, stock.copies(), stock.partitionBytes());
    if (!snapshot.room(place, _ -> true).holds(grown)) {
      throw refused(
          "the nodes of %s have no room for %d partitions with %d copies in as many zones, each of %s (controller.partition-size)"
              .formatted(
                  place.name(), wanted, stock.copies(), Words.bytes(stock.partitionBytes())));
    }
  }

  private void grow(OperatorAccess access, DataCenter place, int there, int wanted)
      throws InterruptedException {
    new AddedPartitions(access.address(place.id())).growTo(wanted);
    if (there < wanted) {
      out().println("%s: partitions %d to %d added".formatted(place.name(), there, wanted - 1));
      out().flush();
    }
  }

  private static Stock stock(ClusterSnapshot snapshot, DataCenter place) {
    return Optional.ofNullable(snapshot.stocks().get(place)).orElseThrow();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
