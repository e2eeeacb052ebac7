package io.aumbry.store.partition;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.MarkedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file with the {@link Openings} of a store. It is in the folder of the store, so that an older
 * copy of the folder lacks the openings since the copy was made.
 */
public final class OpeningsFile {
  public static final String NAME = "openings";

  private static final Logger LOG = LoggerFactory.getLogger(OpeningsFile.class);
  private static final int ENTRY = 2 * Long.BYTES;

  private final Disk disk;
  private final String folder;
  private final UUID store;

  public OpeningsFile(Disk disk, String folder, UUID store) {
    this.disk = disk;
    this.folder = folder;
    this.store = store;
  }

  /**
   * Notes another opening durably. If it cannot be noted, as on a full disk, the former file is
   * removed: the next opening then begins a history in which no earlier position holds.
   *
   * @param end the last record with which it begins
   * @return all openings
   */
  public Openings add(long nowMillis, long end) throws IOException {
    Openings openings = found().next(nowMillis, end);
    try {
      write(openings);
    } catch (IOException e) {
      disk.delete(path());
      disk.syncFolder(folder);
      LOG.atWarn()
          .addKeyValue("disk", disk)
          .addKeyValue("folder", folder)
          .setCause(e)
          .log(
              "the opening of a store was not noted; after the next one peers compare all records");
    }
    return openings;
  }

  /**
   * None if there is no file.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is damaged
   */
  public Openings read() throws IOException {
    if (!disk.exists(path())) {
      return Openings.NONE;
    }
    try (DiskFile file = disk.open(path())) {
      return decode(MarkedFile.read(file, FileMark.OPENINGS, store, path()));
    }
  }

  /** A damaged or unreadable file says no more than a missing one. */
  private Openings found() {
    try {
      return read();
    } catch (AumbryException | IOException e) {
      LOG.atWarn()
          .addKeyValue("disk", disk)
          .setCause(e)
          .log("the openings of a store are not known; peers compare all records");
      return Openings.NONE;
    }
  }

  private static Openings decode(MarkedFile read) {
    List<Opening> known = new ArrayList<>();
    ByteBuffer from = read.content();
    while (from.remaining() >= ENTRY) {
      known.add(new Opening(from.getLong(), from.getLong()));
    }
    return new Openings(known);
  }

  private void write(Openings openings) throws IOException {
    int count = openings.known().size();
    ByteBuffer bytes = ByteBuffer.allocate(count * ENTRY);
    for (Opening opening : openings.known()) {
      bytes.putLong(opening.millis()).putLong(opening.start());
    }
    new MarkedFile(new FileMark(FileMark.OPENINGS, store, count, 0, 0), bytes.flip())
        .write(disk, folder, NAME);
  }

  private String path() {
    return folder + "/" + NAME;
  }
}
