package io.aumbry.bench.peers;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.process.FreePorts;
import io.aumbry.bench.process.ServerProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * LinkedIn's Ambry: a frontend and three servers with a static cluster map. Ambry has no setting
 * for the address that it listens on.
 */
public final class AmbryPeer implements ComparedServer {
  private static final String SERVER = "com.github.ambry.server.AmbryMain";
  private static final String FRONTEND = "com.github.ambry.frontend.AmbryFrontendMain";
  private static final int SERVERS = 3;
  private static final int PORTS = 2;
  private static final List<String> MEMORY = List.of("-Xmx1g", "-XX:MaxDirectMemorySize=1g");

  private final String java;
  private final Path archive;

  /**
   * Uses a build of Ambry.
   *
   * @param java program that runs it
   * @param archive {@code ambry.jar}, or a folder with it and the JARs of its libraries
   */
  public AmbryPeer(String java, Path archive) {
    this.java = java;
    this.archive = archive;
  }

  /** The files that all processes share. */
  private record ClusterMap(Path hardware, Path partitions, Path logging) {
    static ClusterMap write(Path folder, List<AmbryConfig.Node> nodes) throws IOException {
      return new ClusterMap(
          Files.writeString(folder.resolve("hardware.json"), AmbryConfig.hardware(nodes)),
          Files.writeString(folder.resolve("partitions.json"), AmbryConfig.partitions(nodes)),
          Files.writeString(folder.resolve("log4j2.xml"), AmbryConfig.LOGGING));
    }
  }

  @Override
  public String folder() {
    return "ambry";
  }

  @Override
  public List<PeerInterface> start(ServerProcesses servers) throws IOException {
    List<Integer> free = FreePorts.find(SERVERS * PORTS + 1);
    Path folder = servers.folder();
    List<AmbryConfig.Node> nodes =
        List.of(node(folder, free, 0), node(folder, free, 1), node(folder, free, 2));
    int frontend = free.getLast();
    ClusterMap map = ClusterMap.write(folder, nodes);
    for (AmbryConfig.Node node : nodes) {
      for (Path disk : node.disks()) {
        Files.createDirectories(disk);
      }
      run(servers, node.name(), SERVER, AmbryConfig.server(node), map);
    }
    run(servers, "ambry frontend", FRONTEND, AmbryConfig.frontend(frontend), map);
    return List.of(
        new PeerInterface(
            "Ambry",
            new Setup(
                "3",
                "between frontend and servers (HTTP/2), not to clients",
                "none: page cache on 2 of 3 copies, synced every 60 s",
                "`POST /`, `GET /{id}` from one replica"),
            List.of(new HttpEndpoint("127.0.0.1", frontend)),
            AmbryHeaders.PUT,
            RequestForm.PLAIN,
            servers.watched()));
  }

  private static AmbryConfig.Node node(Path folder, List<Integer> ports, int index) {
    String name = "ambry server " + (index + 1);
    Path data = folder.resolve("server" + (index + 1));
    return new AmbryConfig.Node(
        name,
        ports.get(index * PORTS),
        ports.get(index * PORTS + 1),
        List.of(data.resolve("disk1"), data.resolve("disk2")));
  }

  private void run(
      ServerProcesses servers, String name, String main, String configuration, ClusterMap map)
      throws IOException {
    Path properties =
        Files.writeString(
            servers.folder().resolve(name.replace(' ', '-') + ".properties"), configuration);
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(MEMORY);
    command.add("-Dlog4j2.configurationFile=" + map.logging());
    command.addAll(
        List.of("-cp", Files.isDirectory(archive) ? archive + "/*" : archive.toString(), main));
    command.addAll(List.of("--serverPropsFilePath", properties.toString()));
    command.addAll(List.of("--hardwareLayoutFilePath", map.hardware().toString()));
    command.addAll(List.of("--partitionLayoutFilePath", map.partitions().toString()));
    servers.start(name, command);
  }
}
