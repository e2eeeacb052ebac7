package io.aumbry.frontend.access.key;

import io.aumbry.config.SecretFile;
import io.aumbry.protocol.runtime.SettledChange;
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
import java.util.HexFormat;
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

  /** The result of a read; equal if the file has not changed. It has no secret. */
  private sealed interface Look {
    record Contents(String digest) implements Look {
      static Contents of(byte[] bytes) {
        return new Contents(HexFormat.of().formatHex(Hmac.sha256().digest(bytes)));
      }
    }

    record Unreadable(String reason) implements Look {}
  }

  private final Path file;
  private volatile KeyRing ring;
  private volatile boolean isUnusable;

  /** Guarded by the lock of {@link #look}. */
  private final SettledChange<Look> change;

  /**
   * Reads the file.
   *
   * @throws IOException if it is unreadable or malformed, or if others may read it
   */
  public KeyRingFile(Path file) throws IOException {
    this.file = file;
    byte[] bytes = bytes(file);
    this.ring = parse(file, bytes);
    this.change = new SettledChange<>(Look.Contents.of(bytes));
  }

  /** The keys in use. */
  @Override
  public KeyRing get() {
    return ring;
  }

  /** Whether the file has changed and has an error, so that its last keys stay in use. */
  public boolean isUnusable() {
    return isUnusable;
  }

  /**
   * Reads the file again, and applies a change that two reads agree on. A file with an error is
   * logged once, and the keys stay as they are.
   *
   * @return whether the keys have changed
   */
  public synchronized boolean look() {
    byte[] bytes = new byte[0];
    Look found;
    try {
      bytes = bytes(file);
      found = Look.Contents.of(bytes);
    } catch (IOException e) {
      found = new Look.Unreadable(e.toString());
    }
    if (!change.isNew(found)) {
      return false;
    }
    return switch (found) {
      case Look.Unreadable(String reason) -> keepOld(reason);
      case Look.Contents _ -> take(bytes);
    };
  }

  private boolean take(byte[] bytes) {
    try {
      ring = parse(file, bytes);
    } catch (IOException e) {
      return keepOld(String.valueOf(e.getMessage()));
    }
    isUnusable = false;
    LOG.atInfo()
        .addKeyValue("file", file)
        .addKeyValue("signs", ring.signingId())
        .addKeyValue("keys", ring.ids())
        .log("The new key ring is in use");
    return true;
  }

  private boolean keepOld(String reason) {
    isUnusable = true;
    LOG.atError()
        .addKeyValue("file", file)
        .addKeyValue("reason", reason)
        .log("The new key ring is unusable; the last keys stay in use");
    return false;
  }

  /** Reads a file once. */
  public static KeyRing read(Path file) throws IOException {
    return parse(file, bytes(file));
  }

  private static byte[] bytes(Path file) throws IOException {
    SecretFile.check(file);
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(
          "%s has %d bytes, at most %d are allowed".formatted(file, Files.size(file), MOST_BYTES));
    }
    return Files.readAllBytes(file);
  }

  private static KeyRing parse(Path file, byte[] bytes) throws IOException {
    List<KeyRing.Key> keys = new ArrayList<>();
    int number = 0;
    for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
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
