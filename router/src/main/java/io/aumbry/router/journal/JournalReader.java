package io.aumbry.router.journal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a journal says for certain; whatever else is in the file, it says less. */
final class JournalReader {
  private static final Logger LOG = LoggerFactory.getLogger(JournalReader.class);

  private final Path file;
  private final UUID boot;
  private final LeftOverJournal.Bounds bounds;
  private final JournalState state = new JournalState();

  JournalReader(Path file, UUID boot, LeftOverJournal.Bounds bounds) {
    this.file = file;
    this.boot = boot;
    this.bounds = bounds;
  }

  /** All that is to be deleted of what a process before has noted. */
  JournalState read() {
    Optional<String> doubt = doubt();
    if (doubt.isPresent()) {
      LOG.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("reason", doubt.get())
          .addKeyValue("chunks", state.chunks())
          .log("what uploads under way have left is not known for certain, and stays");
      state.dropUploads();
    }
    state.endUploads();
    return state;
  }

  /** Why chunks of uploads under way are not to be deleted. */
  private Optional<String> doubt() {
    try {
      if (Files.size(file) > bounds.fileSize()) {
        return Optional.of("it has more than " + bounds.fileSize() + " bytes");
      }
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
        return doubt(in);
      }
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException failure) {
      return Optional.of(failure.toString());
    }
  }

  private Optional<String> doubt(InputStream in) throws IOException {
    byte[] header = Arrays.copyOf(in.readNBytes(Line.SIZE), Line.SIZE);
    Optional<Origin> origin = Origin.read(header);
    if (origin.isEmpty()) {
      return Optional.of("it is no journal of a version that is known");
    }
    int damaged = readLines(in);
    if (damaged > 0) {
      return Optional.of(damaged + " lines are damaged");
    }
    Origin here = Origin.of(file, boot);
    return origin.get().equals(here)
        ? Optional.empty()
        : Optional.of("it was written as " + origin.get() + ", and is " + here);
  }

  /** The answer is how many cannot be read; a last one that is too short is none. */
  private int readLines(InputStream in) throws IOException {
    int damaged = 0;
    byte[] bytes = in.readNBytes(Line.SIZE);
    while (bytes.length == Line.SIZE) {
      Optional<Line> line = Line.read(bytes);
      line.ifPresent(state::apply);
      damaged += line.isPresent() ? 0 : 1;
      bytes = in.readNBytes(Line.SIZE);
    }
    return damaged;
  }
}
