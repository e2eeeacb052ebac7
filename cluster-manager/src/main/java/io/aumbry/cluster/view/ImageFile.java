package io.aumbry.cluster.view;

import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.view.DataCenterImage.Vantage;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.runtime.Time;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.helix.HelixProperty;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.helix.zookeeper.datamodel.serializer.ZNRecordSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves the last image of a data centre, for a start without ZooKeeper. The package description has
 * the format. Writes are atomic. Used by one thread at a time.
 */
public final class ImageFile {
  private static final Logger LOG = LoggerFactory.getLogger(ImageFile.class);

  private static final long MAGIC = 0x41554D4256494557L;
  private static final int VERSION = 1;
  private static final int HEADER = Long.BYTES + 2 * Integer.BYTES;
  private static final long MOST_BYTES = 256L << 20;

  private final Path file;
  private final DataCenterSource source;
  private final Time time;
  private final ZNRecordSerializer serializer = new ZNRecordSerializer();

  public ImageFile(Path folder, DataCenterSource source, Time time) {
    this.file = folder.resolve("view-" + source.dataCenter().name());
    this.source = source;
    this.time = time;
  }

  void write(DataCenterImage image) {
    try {
      byte[] body = body(image);
      ByteBuffer bytes = ByteBuffer.allocate(HEADER + body.length);
      bytes.putLong(MAGIC).putInt(VERSION).putInt(checksum(body)).put(body).flip();
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path draft = file.resolveSibling(file.getFileName() + ".draft");
      try (FileChannel channel =
          FileChannel.open(
              draft,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("file", file).setCause(e).log("Cannot save the view");
    }
  }

  private byte[] body(DataCenterImage image) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(source.address().clusterName());
    out.writeInt(source.dataCenter().id());
    out.writeLong(time.wallMillis());
    putAll(out, records(image.instances()));
    putAll(out, image.live().orElse(Set.of()).stream().sorted().map(ZNRecord::new).toList());
    putAll(out, records(image.resources()));
    putAll(out, records(image.external()));
    for (Mark mark : Mark.values()) {
      putAll(out, List.of(image.marked(mark).record(mark)));
    }
    return bytes.toByteArray();
  }

  private static List<ZNRecord> records(Optional<? extends List<? extends HelixProperty>> all) {
    return all.map(list -> list.stream().map(HelixProperty::getRecord).toList()).orElse(List.of());
  }

  private void putAll(DataOutputStream out, List<ZNRecord> records) throws IOException {
    out.writeInt(records.size());
    for (ZNRecord record : records) {
      byte[] bytes = serializer.serialize(record);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static int checksum(byte[] body) {
    return Crc32c.of(ByteBuffer.wrap(body));
  }

  /** The saved image, unless it is missing, damaged or of another cluster. */
  public Optional<CachedImage> read(Vantage vantage) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException("more than " + MOST_BYTES + " bytes");
      }
      return Optional.of(parse(ByteBuffer.wrap(Files.readAllBytes(file)), vantage));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("reason", e.getMessage())
          .log("The saved view is not used");
      return Optional.empty();
    }
  }

  private CachedImage parse(ByteBuffer bytes, Vantage vantage) throws IOException {
    if (bytes.remaining() < HEADER || bytes.getLong() != MAGIC) {
      throw new IOException("it is not a saved view");
    }
    int version = bytes.getInt();
    if (version != VERSION) {
      throw new IOException("it has version " + version + ", expected " + VERSION);
    }
    int checksum = bytes.getInt();
    byte[] body = new byte[bytes.remaining()];
    bytes.get(body);
    if (checksum(body) != checksum) {
      throw new IOException("its checksum does not match");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
    String cluster = in.readUTF();
    int dataCenter = in.readInt();
    if (!cluster.equals(source.address().clusterName()) || dataCenter != vantage.dataCenter()) {
      throw new IOException("it is of cluster " + cluster + ", data centre " + dataCenter);
    }
    long age = Math.max(0, time.wallMillis() - in.readLong());
    return new CachedImage(image(in, vantage), Duration.ofMillis(age));
  }

  private DataCenterImage image(DataInputStream in, Vantage vantage) throws IOException {
    List<InstanceConfig> instances = takeAll(in).stream().map(InstanceConfig::new).toList();
    Set<String> live = new HashSet<>();
    takeAll(in).forEach(record -> live.add(record.getId()));
    List<IdealState> resources = takeAll(in).stream().map(IdealState::new).toList();
    List<ExternalView> external = takeAll(in).stream().map(ExternalView::new).toList();
    DataCenterImage image =
        DataCenterImage.empty(vantage)
            .withInstances(instances)
            .withLive(live)
            .withResources(resources)
            .withExternal(external);
    for (Mark mark : Mark.values()) {
      image = image.with(mark, MarkedPartitions.in(takeAll(in).stream().findFirst()));
    }
    return image;
  }

  private List<ZNRecord> takeAll(DataInputStream in) throws IOException {
    int count = in.readInt();
    List<ZNRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] bytes = in.readNBytes(in.readInt());
      if (serializer.deserialize(bytes) instanceof ZNRecord record) {
        records.add(record);
      } else {
        throw new IOException("not a Helix record");
      }
    }
    return records;
  }
}
