package io.aumbry.bench.store;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.bench.load.Latencies;
import io.aumbry.deploy.json.JsonText;
import java.io.IOException;

/** Results for programs: every measurement of every round, times in seconds or microseconds. */
final class StoreJson {
  private final JsonGenerator json;

  private StoreJson(JsonGenerator json) {
    this.json = json;
  }

  static String of(StoreResults results) {
    return JsonText.of(json -> new StoreJson(json).write(results));
  }

  private void write(StoreResults results) throws IOException {
    json.writeStartArray();
    for (StoreCell cell : results.cells()) {
      for (String contender : results.contenders()) {
        if (!results.of(cell, contender).isEmpty()) {
          row(results, cell, contender);
        }
      }
    }
    json.writeEndArray();
  }

  private void row(StoreResults results, StoreCell cell, String contender) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", cell.kind().name());
    json.writeNumberField("size", cell.size());
    json.writeNumberField("callers", cell.callers());
    json.writeStringField("contender", contender);
    json.writeArrayFieldStart("rounds");
    for (StoreFigures figures : results.of(cell, contender)) {
      round(figures);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void round(StoreFigures figures) throws IOException {
    json.writeStartObject();
    json.writeNumberField("operations", figures.operations());
    json.writeNumberField("bytes", figures.bytes());
    json.writeNumberField("seconds", figures.nanos() / 1e9);
    json.writeNumberField("cpu_seconds", figures.cost().loadNanos() / 1e9);
    json.writeNumberField("compiler_cpu_seconds", figures.cost().compilerNanos() / 1e9);
    json.writeNumberField("device_read_bytes", figures.cost().device().read());
    json.writeNumberField("device_written_bytes", figures.cost().device().written());
    json.writeNumberField("syncs", figures.aside().syncs());
    json.writeNumberField("compaction_copied_bytes", figures.aside().compacted().copiedBytes());
    json.writeNumberField("compaction_freed_bytes", figures.aside().compacted().freedBytes());
    json.writeNumberField("verified_bytes", figures.verified());
    Latencies latencies = figures.latencies();
    latency("p50_us", latencies.p50());
    latency("p95_us", latencies.p95());
    latency("p99_us", latencies.p99());
    latency("p99.9_us", latencies.p999());
    json.writeEndObject();
  }

  private void latency(String name, double micros) throws IOException {
    if (!Double.isNaN(micros)) {
      json.writeNumberField(name, micros);
    }
  }
}
