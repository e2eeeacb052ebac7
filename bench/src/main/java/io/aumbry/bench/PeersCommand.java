package io.aumbry.bench;

import io.aumbry.bench.load.SystemPacer;
import io.aumbry.bench.option.ConnectionOptions;
import io.aumbry.bench.option.RateOption;
import io.aumbry.bench.peers.AmbryPeer;
import io.aumbry.bench.peers.AumbryPeer;
import io.aumbry.bench.peers.ComparedServer;
import io.aumbry.bench.peers.MinioPeer;
import io.aumbry.bench.peers.PeerInterface;
import io.aumbry.bench.peers.SeaweedPeer;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.process.ChildJvm;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code aumbry bench peers}. */
@Command(
    name = "peers",
    description = {
      "Starts Aumbry and other storage servers, measures PUT and GET in alternating rounds, and"
          + " prints medians and ratios as Markdown.",
      "Each server keeps its data in a new folder, which is removed at the end. A first round is not"
          + " measured. Every byte that is read is verified."
    },
    mixinStandardHelpOptions = true)
final class PeersCommand implements Callable<Integer> {
  @Mixin private ConnectionOptions connections = new ConnectionOptions();

  @Mixin private RateOption rate = new RateOption();

  @Mixin private RoundOptions rounds = new RoundOptions();

  @Option(
      names = "--aumbry",
      split = ",",
      paramLabel = "SHAPE",
      description =
          "Shapes of Aumbry's cluster: ${COMPLETION-CANDIDATES}. The first is the base of the"
              + " ratios. Default: all")
  private List<AumbryPeer.Shape> shapes = List.of(AumbryPeer.Shape.values());

  @Option(names = "--without-aumbry", description = "Measure only the others")
  private boolean withoutAumbry;

  @Option(names = "--seaweedfs", paramLabel = "PATH", description = "The program weed of SeaweedFS")
  private @Nullable Path seaweedfs;

  @Option(names = "--minio", paramLabel = "PATH", description = "The program minio")
  private @Nullable Path minio;

  @Option(
      names = "--ambry",
      paramLabel = "PATH",
      description = "ambry.jar of Ambry, or a folder with it and the JARs of its libraries")
  private @Nullable Path ambry;

  @Option(
      names = "--ambry-java",
      paramLabel = "PATH",
      description = "The java that runs Ambry. Default: that of this command")
  private @Nullable Path ambryJava;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder on the disk to measure. Default: ${DEFAULT-VALUE}")
  private Path dir = Path.of(".");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Logging.toStandardError("warn");
    return BenchFrame.run(spec, this::measure);
  }

  private int measure() throws IOException {
    Time time = new SystemTime();
    Suite.Plan plan = rounds.plan(rate.schedule(), 1);
    List<ComparedServer> peers = peers(time);
    Path parent = dir.toRealPath();
    List<PeerInterface> interfaces = new ArrayList<>();
    try (Contenders contenders =
        new Contenders(connections, rounds, new ProcFs(), time, new SystemPacer(time))) {
      for (ComparedServer peer : peers) {
        say("starting " + peer.folder());
        interfaces.addAll(contenders.addPeer(peer, parent));
      }
      Map<Suite.Cell, List<Measurement>> results =
          new Suite(plan, contenders.all(), connections.seed(), contenders.numbers())
              .run((cell, measurement, counts) ->
                  say(SuiteReport.progress(cell, measurement, counts)));
      BenchFrame.write(
          PeersReport.of(interfaces, results), rounds.json(), spec.commandLine().getOut());
      return BenchFrame.exitCode(results);
    }
  }

  private List<ComparedServer> peers(Time time) {
    List<ComparedServer> peers = new ArrayList<>();
    if (!withoutAumbry) {
      shapes.stream().distinct().forEach(shape -> peers.add(new AumbryPeer(shape)));
    }
    if (seaweedfs != null) {
      peers.add(new SeaweedPeer(program("--seaweedfs", seaweedfs)));
    }
    if (minio != null) {
      peers.add(new MinioPeer(program("--minio", minio), time, SystemRandom.secure()));
    }
    if (ambry != null) {
      if (!Files.exists(ambry)) {
        throw new IllegalArgumentException("--ambry " + ambry + " does not exist");
      }
      String java =
          ambryJava == null ? ChildJvm.java() : program("--ambry-java", ambryJava).toString();
      peers.add(new AmbryPeer(java, ambry.toAbsolutePath()));
    }
    if (peers.isEmpty()) {
      throw new IllegalArgumentException("no server to measure");
    }
    return peers;
  }

  private static Path program(String option, Path path) {
    if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
      throw new IllegalArgumentException(option + " " + path + " is not a program");
    }
    return path.toAbsolutePath();
  }

  private void say(String line) {
    BenchFrame.print(spec.commandLine().getErr(), line);
  }
}
