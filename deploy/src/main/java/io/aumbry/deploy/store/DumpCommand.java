package io.aumbry.deploy.store;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoppedStore;
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
      "Prints the records of the stores, or the entries of their indexes.",
      "Records come in the order of their logs, one to a line. Contents are neither read nor"
          + " printed."
    })
final class DumpCommand extends OnStores {
  @Option(names = "--records", description = "Records; the default without --index.")
  private boolean records;

  @Option(names = "--index", description = "Index entries.")
  private boolean index;

  @Option(names = "--blob", paramLabel = "ID", description = "Only what is about one blob.")
  private @Nullable String blob;

  @Override
  void act(List<StoppedDisk> disks, FoundLines findings) throws IOException {
    Optional<BlobId> only = blob == null ? Optional.empty() : Optional.of(parsed(blob));
    DumpLines lines = new DumpLines(out(), json(), only);
    for (StoppedStore store : stores(disks)) {
      if (records || !index) {
        store.records(record -> lines.record(store.path(), record), findings);
      }
      if (index) {
        store.entries(
            (file, offset, entry, hidden) -> lines.entry(store.path(), file, entry, hidden),
            findings);
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
