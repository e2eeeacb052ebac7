package io.aumbry.deploy.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.deploy.client.Progress;
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
      "Reads every byte of the stores and verifies it.",
      "Identities, manifests, each record and block of content, their order, the index, and that"
          + " it says what the log says. Exits with 7 when something is damaged; a note is no"
          + " damage."
    })
final class CheckCommand extends OnStores {
  private static final double MIB = 1 << 20;

  @Override
  void act(List<StoppedDisk> disks, FoundLines findings) throws IOException {
    long bytes = bytes(disks);
    try (Progress progress = progress("checking", bytes)) {
      for (StoppedDisk disk : disks) {
        disk.check(findings);
        for (StoppedStore store : disk.stores()) {
          store.check(nowMillis(), progress::advance, findings);
        }
      }
    }
    if (json()) {
      write(disks, bytes, findings);
    } else {
      findings.print(out());
      out()
          .printf(
              Locale.ROOT,
              "%s: %d stores on %d disks, %.1f MiB, %d damages, %d notes%n",
              findings.damages() == 0 ? "sound" : "damaged",
              stores(disks).size(),
              disks.size(),
              bytes / MIB,
              findings.damages(),
              findings.notes());
    }
  }

  private void write(List<StoppedDisk> disks, long bytes, FoundLines findings) throws IOException {
    JsonGenerator json = new JsonFactory().createGenerator(out()).useDefaultPrettyPrinter();
    json.writeStartObject();
    json.writeBooleanField("sound", findings.damages() == 0);
    json.writeNumberField("bytes", bytes);
    json.writeArrayFieldStart("stores");
    for (StoppedStore store : stores(disks)) {
      json.writeString(store.path().toString());
    }
    json.writeEndArray();
    findings.write(json);
    json.writeEndObject();
    json.flush();
    out().println();
  }
}
