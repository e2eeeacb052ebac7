package io.aumbry.deploy.operator;

import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.PartitionClass;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin partitions add N}. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = {
      "Adds partitions to all data centres.",
      "This is permanent: partitions are never removed and keep their class. Existing partitions"
          + " stay where they are. controller.partitions need not be changed."
    })
final class PartitionsAddCommand implements Callable<Integer> {
  /** The limit of one coordinator. */
  private static final int MOST = 20_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Parameters(paramLabel = "N", description = "Number of partitions to add in each data centre.")
  private int count;

  @Option(
      names = "--class",
      paramLabel = "NAME",
      defaultValue = "default",
      description =
          "Partition class: containers with this class store their blobs there"
              + " (default: default). A new name creates a class.")
  private String name = PartitionClass.DEFAULT.name();

  @Override
  public Integer call() throws InterruptedException {
    if (count < 1 || count > MOST) {
      throw refused("N is " + count + ", must be 1 to " + MOST);
    }
    PartitionClass partitionClass = partitionClass();
    try (OperatorAccess access = options.open()) {
      ClusterSnapshot snapshot = access.reader().read(options.patience());
      PartitionPlan plan = plan(snapshot, partitionClass);
      for (DataCenter place : snapshot.view().dataCenters()) {
        requireRoom(snapshot, place, plan.wanted());
      }
      for (DataCenter place : snapshot.view().dataCenters()) {
        grow(access, place, stock(snapshot, place).partitions(), plan);
      }
    }
    return 0;
  }

  private PartitionClass partitionClass() {
    try {
      return new PartitionClass(name);
    } catch (IllegalArgumentException e) {
      throw refused("--class: " + e.getMessage());
    }
  }

  private PartitionPlan plan(ClusterSnapshot snapshot, PartitionClass partitionClass) {
    snapshot
        .unreachable()
        .forEach((place, why) -> {
          throw refused(NumberText.unseen(place, why));
        });
    PartitionPlan plan = PartitionPlan.of(snapshot, count, partitionClass);
    if (plan.least() == 0) {
      throw refused(
          "there are no partitions yet: a controller creates the first ones when enough nodes are live");
    }
    if (plan.isCompletion()) {
      out()
          .println(
              "data centres have %d to %d partitions: completing an interrupted addition instead of adding more"
                  .formatted(plan.least(), plan.most()));
    } else if (plan.wanted() > MOST) {
      throw refused(
          "there are %d partitions; %d more would exceed the limit of %d"
              .formatted(plan.most(), count, MOST));
    } else if (isNew(snapshot, partitionClass)) {
      out().println("class " + partitionClass + " is new");
    }
    return plan;
  }

  private static boolean isNew(ClusterSnapshot snapshot, PartitionClass partitionClass) {
    return snapshot.view().partitions().stream()
        .noneMatch(each -> each.partitionClass().equals(partitionClass));
  }

  private void requireRoom(ClusterSnapshot snapshot, DataCenter place, int wanted) {
    Stock stock = stock(snapshot, place);
    Stock grown = new Stock(wanted, stock.copies(), stock.partitionBytes());
    if (!snapshot.room(place, _ -> true).holds(grown)) {
      throw refused(
          "the nodes of %s have no room for %d partitions with %d copies in different zones, each of %s (controller.partition-size)"
              .formatted(
                  place.name(), wanted, stock.copies(), NumberText.bytes(stock.partitionBytes())));
    }
  }

  private void grow(OperatorAccess access, DataCenter place, int before, PartitionPlan plan)
      throws InterruptedException {
    AddedPartitions partitions = new AddedPartitions(access.address(place.id()));
    int there = before;
    for (PartitionPlan.Run run : plan.runs()) {
      if (there < run.end()) {
        partitions.growTo(run.end(), run.partitionClass());
        out()
            .println(
                "%s: partitions %d to %d of class %s added"
                    .formatted(place.name(), there, run.end() - 1, run.partitionClass()));
        out().flush();
        there = run.end();
      }
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
