package io.aumbry.router.journal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what can be read of a journal: each line that is as it was written counts. */
final class JournalReader {
  private static final Logger LOG = LoggerFactory.getLogger(JournalReader.class);

  private final Path file;
  private final JournalState state = new JournalState();

  JournalReader(Path file) {
    this.file = file;
  }

  /** What a process before has noted; nothing of a file with more bytes than {@code largest}. */
  JournalState read(long largest) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      if (Files.size(file) > largest) {
        passedOver("it has more than " + largest + " bytes");
      } else if (Arrays.equals(in.readNBytes(Line.SIZE), JournalFile.header())) {
        readLines(in);
      } else {
        passedOver("it is no journal of a version that is known");
      }
    } catch (NoSuchFileException none) {
      return state;
    } catch (IOException failure) {
      passedOver(failure.toString());
    }
    return state;
  }

  /** A last one that is too short is none. */
  private void readLines(InputStream in) throws IOException {
    int damaged = 0;
    byte[] bytes = in.readNBytes(Line.SIZE);
    while (bytes.length == Line.SIZE) {
      Optional<Line> line = Line.read(bytes);
      line.ifPresent(state::apply);
      damaged += line.isPresent() ? 0 : 1;
      bytes = in.readNBytes(Line.SIZE);
    }
    if (damaged > 0) {
      passedOver(damaged + " lines are damaged");
    }
  }

  private void passedOver(String reason) {
    LOG.atWarn()
        .addKeyValue("file", file)
        .addKeyValue("reason", reason)
        .log("not all that was noted can be read; the rest stays behind");
  }
}
