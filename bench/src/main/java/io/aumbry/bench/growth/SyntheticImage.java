package io.aumbry.bench.growth;

import io.aumbry.cluster.view.CachedImage;
import io.aumbry.cluster.view.DataCenterImage;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.view.ImageFile;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.runtime.Time;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The Helix records of a synthetic data centre. They are written in the format of a saved view, and
 * read as a process reads it when it starts without ZooKeeper.
 */
final class SyntheticImage {
  static final DataCenter HERE = new DataCenter(1, "here");

  private static final String CLUSTER = "growth";
  private static final long MAGIC = 0x41554D4256494557L;
  private static final int MARKS = 3;

  /** Helix's resources hold up to this many partitions, so that a record fits into ZooKeeper. */
  private static final int RESOURCE = 10_000;

  private final ClusterSize size;
  private final Path folder;
  private final Time time;

  /** Helix's JSON of a record. */
  private record Fields(
      String id,
      Map<String, String> simpleFields,
      Map<String, List<String>> listFields,
      Map<String, Map<String, String>> mapFields) {
    Fields(String id) {
      this(id, new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    }
  }

  SyntheticImage(ClusterSize size, Path folder, Time time) {
    this.size = size;
    this.folder = folder;
    this.time = time;
  }

  /** An image, and the bytes of the file with it. */
  record Read(DataCenterImage image, long fileBytes) {}

  /**
   * Writes and reads an image.
   *
   * @param offline partition whose last replica is offline; -1 for none
   */
  Read image(int offline) throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve("view-" + HERE.name());
    byte[] body = body(offline);
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + body.length);
    bytes.putLong(MAGIC).putInt(1).putInt(Crc32c.of(ByteBuffer.wrap(body))).put(body);
    Files.write(file, bytes.array());
    DataCenterSource source =
        new DataCenterSource(HERE, ClusterAddress.of(CLUSTER, "127.0.0.1:2181"));
    Optional<CachedImage> read = new ImageFile(folder, source, time).read(source.from(HERE));
    Files.delete(file);
    return new Read(read.orElseThrow().image(), bytes.capacity());
  }

  private byte[] body(int offline) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(CLUSTER);
    out.writeInt(HERE.id());
    out.writeLong(time.wallMillis());
    put(out, IntStream.range(0, size.nodes()).mapToObj(SyntheticImage::node).toList());
    put(out, size.names().stream().map(Fields::new).toList());
    List<Fields> resources = new ArrayList<>();
    List<Fields> states = new ArrayList<>();
    for (int first = 0; first < size.partitions(); first += RESOURCE) {
      int end = Math.min(size.partitions(), first + RESOURCE);
      resources.add(resource(first, end));
      states.add(states(first, end, offline));
    }
    put(out, resources);
    put(out, states);
    for (int mark = 0; mark < MARKS; mark++) {
      put(out, List.of(new Fields("mark-" + mark)));
    }
    return bytes.toByteArray();
  }

  private static void put(DataOutputStream out, List<Fields> records) throws IOException {
    out.writeInt(records.size());
    for (Fields record : records) {
      byte[] json = JsonWriter.CAMEL_CASE.bytes(record);
      out.writeInt(json.length);
      out.write(json);
    }
  }

  private static Fields node(int number) {
    Fields node = new Fields(ClusterSize.name(number));
    node.simpleFields().put("HELIX_HOST", "10.0.%d.%d".formatted(number / 250, number % 250));
    node.simpleFields().put("HELIX_PORT", "7000");
    node.simpleFields().put("DOMAIN", "zone=" + ClusterSize.zone(number));
    return node;
  }

  private static String name(int first) {
    return first == 0 ? "blobs" : "blobs-" + first;
  }

  private Fields resource(int first, int end) {
    Fields resource = new Fields(name(first));
    resource.simpleFields().put("STATE_MODEL_DEF_REF", "AumbryReplica");
    resource.simpleFields().put("REBALANCE_MODE", "SEMI_AUTO");
    resource.simpleFields().put("NUM_PARTITIONS", Integer.toString(end - first));
    resource.simpleFields().put("REPLICAS", Integer.toString(ClusterSize.COPIES));
    for (int id = first; id < end; id++) {
      resource.listFields().put(Integer.toString(id), size.replicas(id));
    }
    return resource;
  }

  private Fields states(int first, int end, int offline) {
    Fields view = new Fields(name(first));
    for (int id = first; id < end; id++) {
      Map<String, String> states = new LinkedHashMap<>();
      List<String> replicas = size.replicas(id);
      replicas.forEach(node -> states.put(node, "STANDBY"));
      states.put(replicas.getFirst(), "LEADER");
      if (id == offline) {
        states.put(replicas.getLast(), "OFFLINE");
      }
      view.mapFields().put(Integer.toString(id), states);
    }
    return view;
  }
}
