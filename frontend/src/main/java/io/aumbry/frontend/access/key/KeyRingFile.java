package io.aumbry.frontend.access.key;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a key ring, which only its owner may read. A line has the id of a key and its bytes
 * in Base64, with a blank between. The first key signs. Empty lines and lines that begin with
 * {@code #} are ignored.
 */
public final class KeyRingFile implements Supplier<KeyRing> {
  private static final Logger LOG = LoggerFactory.getLogger(KeyRingFile.class);
  private static final int MOST_BYTES = 16 * 1024;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final Path file;
  private volatile KeyRing ring;

  /**
   * Reads the file.
   *
   * @throws IOException if it is unreadable or malformed, or if others may read it
   */
  public KeyRingFile(Path file) throws IOException {
    this.file = file;
    this.ring = read(file);
  }

  /** The keys as last read. */
  @Override
  public KeyRing get() {
    return ring;
  }

  /** Reads the file again. A file with an error is logged, and the keys stay as they are. */
  public void refresh() {
    try {
      ring = read(file);
    } catch (IOException e) {
      LOG.warn("Cannot read the key ring {}; its last keys stay in use", file, e);
    }
  }

  /** Reads a file once. */
  public static KeyRing read(Path file) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!OWNER_ONLY.containsAll(permissions)) {
      throw new IOException(
          "%s is accessible to others than its owner (%s): run chmod 600"
              .formatted(file, PosixFilePermissions.toString(permissions)));
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(
          "%s has %d bytes, at most %d are allowed".formatted(file, Files.size(file), MOST_BYTES));
    }
    List<KeyRing.Key> keys = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        keys.add(key(file, number, line));
      }
    }
    try {
      return new KeyRing(keys);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private static KeyRing.Key key(Path file, int number, String line) throws IOException {
    String[] parts = line.trim().split("\\s+", -1);
    try {
      if (parts.length != 2) {
        throw new IllegalArgumentException("must have an id and a key in Base64");
      }
      return new KeyRing.Key(parts[0], Secret.of(Base64.getDecoder().decode(parts[1])));
    } catch (IllegalArgumentException e) {
      throw new IOException("%s, line %d: %s".formatted(file, number, e.getMessage()), e);
    }
  }

  /** Creates a file with one random key. */
  public static void create(Path file, String keyId, RandomGenerator random) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.writeString(file, line(keyId, random) + "\n", StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** A line with a random key. */
  public static String line(String keyId, RandomGenerator random) {
    byte[] key = new byte[KeyRing.SHORTEST_KEY];
    random.nextBytes(key);
    KeyRing.Key checked = new KeyRing.Key(keyId, Secret.of(key));
    return checked.id() + ' ' + Base64.getEncoder().encodeToString(key);
  }
}
