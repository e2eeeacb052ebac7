package io.aumbry.deploy.store;

import io.aumbry.store.check.Finding;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Collects findings, each once. */
final class FindingLines implements Finding.Sink {
  private final Set<Finding> all = new LinkedHashSet<>();

  @Override
  public void add(Finding finding) {
    all.add(finding);
  }

  long damages() {
    return all.stream().filter(Finding::isDamage).count();
  }

  long notes() {
    return all.size() - damages();
  }

  void print(PrintWriter out) {
    for (Finding finding : all) {
      String line =
          "%s: %s offset %d: %s; %s"
              .formatted(
                  severity(finding),
                  finding.file(),
                  finding.offset(),
                  finding.what(),
                  finding.meaning());
      out.println(line.replace('\n', ' '));
    }
  }

  List<Finding> all() {
    return List.copyOf(all);
  }

  private static String severity(Finding finding) {
    return finding.severity().name().toLowerCase(Locale.ROOT);
  }
}
