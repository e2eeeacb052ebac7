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
      "Prints the records of the stores, the entries of their indexes, or what is known to be"
          + " damaged.",
      "Records come in the order of their logs, one to a line. Contents are neither read nor"
          + " printed."
    })
final class DumpCommand extends StoppedStoresCommand {
  @Option(names = "--records", description = "Records; the default.")
  private boolean records;

  @Option(names = "--index", description = "Index entries.")
  private boolean index;

  @Option(names = "--quarantine", description = "Damage that is known, healed or not.")
  private boolean quarantine;

  @Option(names = "--blob", paramLabel = "ID", description = "Only what is about one blob.")
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
