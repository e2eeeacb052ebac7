package io.aumbry.router.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.BlockingThreads;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal of a process of its own, which is killed. */
final class JournalProcessTest {
  @TempDir private Path folder;

  /** Notes something, says so, and waits until it is killed. */
  static final class Noting {
    private Noting() {}

    static void main(String[] args) throws Exception {
      Notes notes = new Notes(Path.of(args[0]));
      LeftOvers journal = LeftOverJournal.open(Path.of(args[0]), BlockingThreads.ofPlatform());
      LeftOver first = notes.chunk();
      journal.toDelete(List.of(first, notes.chunk(), notes.chunk()));
      journal.done(first);
      System.out.println("noted");
      System.in.read();
    }
  }

  @Test
  void killedProcessLeavesToTheNextOneWhatItAloneHadBefore() throws Exception {
    Process noting =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Noting.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = noting.inputReader()) {
      assertThat(said.lines().anyMatch("noted"::equals)).isTrue();
      assertThat(isKept()).as("while it lives").isFalse();
      Files.delete(folder.resolve("left-overs.lock"));
      assertThat(isKept()).as("while it lives, without its lock").isFalse();
    } finally {
      noting.destroyForcibly().waitFor();
    }
    try (LeftOvers next = LeftOverJournal.open(folder, BlockingThreads.ofPlatform())) {
      assertThat(next.takeFound()).hasSize(2);
    }
  }

  private boolean isKept() {
    try (LeftOvers second = LeftOverJournal.open(folder, BlockingThreads.ofPlatform())) {
      return second.isKept();
    }
  }
}
