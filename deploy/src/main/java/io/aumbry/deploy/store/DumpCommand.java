package io.aumbry.deploy.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoppedStore;
import io.aumbry.store.scrub.Quarantine;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry store dump DIR}. */
@Command(
    name = "dump",
    description = {
      "Prints the records of the stores, their index entries, or their quarantine.",
      "Prints one record per line, in the order of the logs. Contents are neither read nor"
          + " printed."
    })
final class DumpCommand extends StoppedStoresCommand {
  @Option(names = "--records", description = "Print records (default).")
  private boolean records;

  @Option(names = "--index", description = "Print index entries.")
  private boolean index;

  @Option(names = "--quarantine", description = "Print known damage, healed or not.")
  private boolean quarantine;

  @Option(names = "--blob", paramLabel = "ID", description = "Only lines about this blob.")
  private @Nullable String blob;

  @Override
  void act(List<StoppedDisk> disks, FindingLines findings) throws IOException {
    Optional<BlobId> only = blob == null ? Optional.empty() : Optional.of(parsed(blob));
    DumpLines lines = new DumpLines(out(), json(), only);
    for (StoppedStore store : stores(disks)) {
      if (records || !(index || quarantine)) {
        store.records(record -> lines.record(store.path(), record), findings);
      }
      if (index) {
        store.entries(
            (file, offset, entry, hidden) -> lines.entry(store.path(), file, entry, hidden),
            findings);
      }
      if (quarantine) {
        for (Quarantine.Entry entry : store.quarantine(findings)) {
          lines.damage(store.path(), entry);
        }
      }
    }
    findings.print(err());
  }

  private BlobId parsed(String text) {
    try {
      return BlobId.parse(text);
    } catch (AumbryException e) {
      throw refused("--blob " + text + ": " + e.getMessage());
    }
  }
}
