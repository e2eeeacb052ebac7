package io.aumbry.bench.peers;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.process.ClusterFolder;
import io.aumbry.bench.process.ServerProcesses;
import io.aumbry.bench.process.WatchedProcess;
import io.aumbry.deploy.process.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A cluster of {@code aumbry dev --processes}. */
public final class AumbryPeer implements ComparedServer {
  /** The shapes of a cluster. */
  public enum Shape {
    /** Three servers, each with a frontend and a storage node in one process. */
    COMBINED("Aumbry, combined", "aumbry-combined", "--processes"),
    /** A frontend and three storage nodes, each a process. */
    SEPARATE("Aumbry, separate", "aumbry-separate", "--processes --separate");

    private final String title;
    private final String folder;
    private final String options;

    Shape(String title, String folder, String options) {
      this.title = title;
      this.folder = folder;
      this.options = options;
    }

    public String title() {
      return title;
    }
  }

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final String DEV = "aumbry dev";

  /** This process only starts the others. */
  private static final List<String> PARENT = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1");

  private static final Pattern READY = Pattern.compile("(?m)^ready after ");

  /** The line of a process that serves clients. */
  private static final Pattern FRONTEND = Pattern.compile("(?m)^  \\S+ +(http://\\S+) +admin ");

  private final Shape shape;

  public AumbryPeer(Shape shape) {
    this.shape = shape;
  }

  @Override
  public String folder() {
    return shape.folder;
  }

  @Override
  public List<PeerInterface> start(ServerProcesses servers) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("dev"));
    arguments.addAll(List.of(shape.options.split(" ")));
    arguments.addAll(
        List.of("--data", servers.folder() + "/data", "--port", "0", "--stop-with-stdin"));
    servers.start(DEV, ChildJvm.command(PARENT, arguments));
    servers.await(START_LIMIT, () -> isReady(output(servers)));
    return List.of(
        new PeerInterface(
            shape.title,
            new Setup(
                "3",
                "between all processes, not to clients",
                "fdatasync on 2 of 3 copies",
                "`POST /`, `GET /{id}`"),
            endpoints(output(servers)),
            AmbryHeaders.PUT,
            RequestForm.PLAIN,
            processes(servers)));
  }

  /** Whether {@code aumbry dev} has said that its cluster can be used. */
  public static boolean isReady(String output) {
    return READY.matcher(output).find();
  }

  /** The addresses for clients in the output of {@code aumbry dev}. */
  static List<HttpEndpoint> endpoints(String output) {
    return FRONTEND
        .matcher(output)
        .results()
        .map(line -> HttpEndpoint.parse(line.group(1)))
        .toList();
  }

  /** All processes of the cluster. Coordinators count too, as they do for other servers. */
  private static List<WatchedProcess> processes(ServerProcesses servers) {
    return ClusterFolder.processes(servers.folder().resolve("data")).stream()
        .map(process -> new WatchedProcess(process.pid(), process.name(), true))
        .toList();
  }

  private static String output(ServerProcesses servers) {
    try {
      return servers.output(DEV);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
