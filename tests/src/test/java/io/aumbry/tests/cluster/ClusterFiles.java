package io.aumbry.tests.cluster;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ClusterIdentity;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.store.StoreDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The files of a development cluster: configurations, disks and ports. */
record ClusterFiles(Path data) {
  private static final int UUID_OFFSET = 16;

  /** Below the ports that the system assigns to connections. */
  private static final int FIRST_PORT = 11_740;

  private static final int LAST_PORT = 31_999;

  Path configuration(String process) {
    return data.resolve("conf").resolve(process + ".conf");
  }

  String setting(String process, String key) {
    return setting(configuration(process), key);
  }

  static String setting(Path file, String key) {
    return find(file, key).orElseThrow(() -> new AssertionError("no " + key + " in " + file));
  }

  private static Optional<String> find(Path file, String key) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(key + " ="))
          .map(line -> line.substring(line.indexOf('=') + 1).trim())
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ClusterAddress coordination(int place) {
    String node = Places.name(place, "node1");
    String all = setting(node, "cluster.data-centers");
    String own = all.split(", ", -1)[place];
    ClusterAddress address =
        ClusterAddress.of("aumbry-dc" + (place + 1), own.substring(own.indexOf('@') + 1));
    if (!setting(node, "tls.zookeeper").equals("mutual")) {
      return address;
    }
    return address.withIdentity(
        new ClusterIdentity(
            Path.of(setting(node, "tls.authority")),
            Path.of(setting(node, "tls.certificate")),
            Path.of(setting(node, "tls.key")),
            data.resolve("state").resolve("tests")));
  }

  /** Whether a process has a storage node and a frontend. */
  boolean isServer(String process) {
    Path file = configuration(process);
    return find(file, "storage.disks").isPresent() && find(file, "frontend.port").isPresent();
  }

  /** Adds a node like the first one of its data centre, with a zone, disks and ports of its own. */
  void addNode(String node) throws IOException {
    String model = Places.name(Places.of(node), "node1");
    new DevCertificates(data.resolve("tls"), new SystemTime(), SystemRandom.secure())
        .identity(
            new PeerIdentity("aumbry", isServer(model) ? PeerRole.SERVER : PeerRole.NODE, node));
    List<String> settings = new ArrayList<>();
    for (String line : Files.readAllLines(configuration(model))) {
      settings.add(line.replace(model, node).replace("zone1", "zone-of-" + Places.what(node)));
    }
    set(settings, "storage.port", "" + port(node));
    set(settings, "admin.port", "" + port(node + "-admin"));
    if (isServer(model)) {
      set(settings, "frontend.port", "" + port(node + "-clients"));
    }
    settings.removeIf(line -> line.startsWith("storage.remote-address ="));
    find(data.resolve("ports.conf"), "far-" + node)
        .ifPresent(far -> set(settings, "storage.remote-address", "127.0.0.1:" + far));
    Files.write(configuration(node), settings);
    for (String disk : disks(node)) {
      Files.createDirectories(Path.of(disk));
    }
  }

  private static void set(List<String> settings, String key, String value) {
    settings.removeIf(line -> line.startsWith(key + " ="));
    settings.add(key + " = " + value);
  }

  /** Chooses a free port and records it in the file of ports, as a development cluster does. */
  private int port(String name) throws IOException {
    RandomGenerator random = SystemRandom.fast();
    int port = random.nextInt(FIRST_PORT, LAST_PORT + 1);
    while (!isFree(port)) {
      port = random.nextInt(FIRST_PORT, LAST_PORT + 1);
    }
    Files.writeString(
        data.resolve("ports.conf"), name + " = " + port + "\n", StandardOpenOption.APPEND);
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private String[] disks(String node) {
    return setting(node, "storage.disks").split(", ", -1);
  }

  /** Empties the first disk of a node, and declares it lost in the node's configuration. */
  void wipeDisk(String node) throws IOException {
    Path disk = Path.of(disks(node)[0]);
    ByteBuffer identity = ByteBuffer.wrap(Files.readAllBytes(disk.resolve(StoreDisk.IDENTITY)));
    UUID id = new UUID(identity.getLong(UUID_OFFSET), identity.getLong(UUID_OFFSET + Long.BYTES));
    FolderTree.delete(disk);
    Files.createDirectories(disk);
    change(node, "storage.lost-disks", id.toString());
  }

  /**
   * Gives a node a new, empty disk in place of all its disks.
   *
   * @return the folder of the disk
   */
  Path replaceDisk(String node) throws IOException {
    Path disk = Files.createDirectory(data.resolve("new-disk-of-" + node));
    change(node, "storage.disks", disk.toString());
    return disk;
  }

  /** Changes a setting of a process that does not run. */
  void change(String process, String key, String value) throws IOException {
    List<String> settings = new ArrayList<>(Files.readAllLines(configuration(process)));
    set(settings, key, value);
    Files.write(configuration(process), settings);
  }
}
