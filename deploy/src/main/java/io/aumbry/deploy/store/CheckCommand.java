package io.aumbry.deploy.store;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.client.ProgressListener;
import io.aumbry.store.check.Finding;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoppedStore;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code aumbry store check DIR}. */
@Command(
    name = "check",
    description = {
      "Reads and verifies every byte of the stores.",
      "Verifies identities, manifests, each record and content block, their order, and the index"
          + " against the log. The exit code is 7 if anything is damaged. Notes are not damage."
    })
final class CheckCommand extends StoppedStoresCommand {
  private static final double MIB = 1 << 20;

  @Override
  void act(List<StoppedDisk> disks, FindingLines findings) throws IOException {
    long bytes = bytes(disks);
    try (ProgressListener progress = progress("checking", bytes)) {
      for (StoppedDisk disk : disks) {
        disk.check(findings);
        for (StoppedStore store : disk.stores()) {
          store.check(nowMillis(), progress::advance, findings);
        }
      }
    }
    if (json()) {
      out().println(JsonWriter.SNAKE_CASE.indented(document(disks, bytes, findings)));
    } else {
      findings.print(out());
      out()
          .printf(
              Locale.ROOT,
              "%s: %d stores on %d disks, %.1f MiB, %d damaged places, %d notes%n",
              findings.damages() == 0 ? "sound" : "damaged",
              stores(disks).size(),
              disks.size(),
              bytes / MIB,
              findings.damages(),
              findings.notes());
    }
  }

  private record Document(boolean sound, long bytes, List<String> stores, List<Finding> findings) {}

  private static Document document(List<StoppedDisk> disks, long bytes, FindingLines findings) {
    return new Document(
        findings.damages() == 0,
        bytes,
        stores(disks).stream().map(store -> store.path().toString()).toList(),
        findings.all());
  }
}
