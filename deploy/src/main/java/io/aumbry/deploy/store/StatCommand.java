package io.aumbry.deploy.store;

import io.aumbry.deploy.client.ProgressListener;
import io.aumbry.store.inspect.QuarantineFigures;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoppedStore;
import io.aumbry.store.inspect.StoreStatistics;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code aumbry store stat DIR}. */
@Command(
    name = "stat",
    description = {
      "Prints figures of each store and their totals.",
      "Shows records, bytes of live blobs and of dead ones by age, known damage, files, index and"
          + " free disk space. Contents are not read."
    })
final class StatCommand extends StoppedStoresCommand {
  @Override
  void act(List<StoppedDisk> disks, FindingLines findings) throws IOException {
    Map<String, StatReport.Figures> byStore = new LinkedHashMap<>();
    try (ProgressListener progress = progress("reading", 2 * bytes(disks))) {
      for (StoppedStore store : stores(disks)) {
        StoreStatistics figures = store.figures(nowMillis(), progress::advance, findings);
        QuarantineFigures known = QuarantineFigures.of(store.quarantine(findings));
        byStore.put(store.path().toString(), new StatReport.Figures(figures, known));
      }
    }
    StatReport report = new StatReport(disks, byStore);
    out().println(json() ? report.json() : report.text());
    findings.print(err());
  }
}
