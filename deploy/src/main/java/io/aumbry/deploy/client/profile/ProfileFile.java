package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonReader;
import io.aumbry.config.json.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The profiles file. Only its owner may access it, and every change replaces it atomically. */
public final class ProfileFile {
  private static final DataSize LIMIT = new DataSize(1 << 20);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private static final Set<PosixFilePermission> OWNER_FOLDER =
      PosixFilePermissions.fromString("rwx------");

  /** The parts of a JSON error that contain no value of the file. */
  private static final Pattern SAFE = Pattern.compile("^key '[^']*'|\\(line \\d+, column \\d+\\)");

  private final Path file;

  public ProfileFile(Path file) {
    this.file = file;
  }

  public Path path() {
    return file;
  }

  /**
   * Reads all profiles, in the order of their names. A missing file has none.
   *
   * @throws ConfigException if others than the owner may access the file, or it is malformed
   */
  public Map<String, Profile> read() throws IOException {
    if (!Files.exists(file)) {
      return Map.of();
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!OWNER_ONLY.containsAll(permissions)) {
      throw new ConfigException(
          "%s contains secrets and has the mode %s; run: chmod 600 %s"
              .formatted(file, PosixFilePermissions.toString(permissions), file));
    }
    try {
      return new JsonReader<>(ProfileDocument.class, LIMIT).read(file).values();
    } catch (JsonException wrong) {
      throw new ConfigException(file + " is not a profiles file" + place(wrong));
    } catch (ConfigException wrong) {
      throw new ConfigException(file + ": " + wrong.getMessage());
    }
  }

  private static String place(JsonException wrong) {
    return SAFE.matcher(String.valueOf(wrong.getMessage()))
        .results()
        .map(match -> ", " + match.group())
        .collect(Collectors.joining());
  }

  /** Stores a profile. */
  public void put(String name, Profile profile) throws IOException {
    requireName(name);
    Map<String, Profile> profiles = new TreeMap<>(read());
    profiles.put(name, profile);
    replace(JsonWriter.CAMEL_CASE.indented(ProfileDocument.of(profiles)) + "\n");
  }

  static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new ConfigException(
          "profile '" + name + "' must have 1 to 64 letters, digits, '.', '_' or '-'");
    }
  }

  private void replace(String text) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path folder = Optional.ofNullable(target.getParent()).orElse(Path.of("/"));
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_FOLDER));
    }
    Path draft =
        Files.createTempFile(
            folder, ".profiles", ".draft", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    try {
      write(draft, text);
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void write(Path draft, String text) throws IOException {
    try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
