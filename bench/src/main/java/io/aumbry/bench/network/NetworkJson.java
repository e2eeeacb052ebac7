package io.aumbry.bench.network;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.bench.load.Latencies;
import io.aumbry.deploy.json.JsonText;
import java.io.IOException;
import java.util.List;

/** Results for programs: every measurement of every round. */
final class NetworkJson {
  private final JsonGenerator json;

  private NetworkJson(JsonGenerator json) {
    this.json = json;
  }

  static String of(List<RowResults> rows) {
    return JsonText.of(json -> new NetworkJson(json).write(rows));
  }

  private void write(List<RowResults> rows) throws IOException {
    json.writeStartArray();
    for (RowResults results : rows) {
      for (Load load : results.loads()) {
        for (Variant variant : results.measured()) {
          cell(results, load, variant);
        }
      }
    }
    json.writeEndArray();
  }

  private void cell(RowResults results, Load load, Variant variant) throws IOException {
    json.writeStartObject();
    json.writeNumberField("row", results.row().number());
    json.writeStringField("variant", variant.name());
    json.writeNumberField("size", load.size());
    json.writeNumberField("callers", load.callers());
    json.writeNumberField("keys", load.keys());
    json.writeNumberField("round_trip_ms", load.line().roundTrip().toMillis());
    json.writeNumberField("line_bytes_per_second", load.line().bytesPerSecond());
    json.writeNumberField("every_ms", load.every().toMillis());
    json.writeNumberField("beside_size", load.beside().size());
    json.writeNumberField("beside_callers", load.beside().callers());
    json.writeNumberField("beside_every_ms", load.beside().every().toMillis());
    json.writeArrayFieldStart("rounds");
    for (Figures figures : results.of(load, variant)) {
      round(figures);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void round(Figures figures) throws IOException {
    Sample client = figures.client();
    json.writeStartObject();
    json.writeNumberField("operations", client.operations());
    json.writeNumberField("bytes", client.bytes());
    json.writeNumberField("beside_bytes", client.besideBytes());
    json.writeNumberField("seconds", client.nanos() / 1e9);
    json.writeNumberField("failures", client.failures());
    latencies(client.latencies());
    usage("client", client.usage());
    usage("server", figures.server());
    json.writeEndObject();
  }

  private void latencies(Latencies micros) throws IOException {
    json.writeNumberField("p50_us", micros.p50());
    json.writeNumberField("p95_us", micros.p95());
    json.writeNumberField("p99_us", micros.p99());
    json.writeNumberField("p99.9_us", micros.p999());
  }

  private void usage(String side, Usage usage) throws IOException {
    json.writeObjectFieldStart(side);
    json.writeNumberField("cpu_seconds", usage.cpuNanos() / 1e9);
    json.writeNumberField("compiler_cpu_seconds", usage.compilerNanos() / 1e9);
    json.writeNumberField("gc_seconds", usage.collectorMillis() / 1e3);
    json.writeNumberField("resident_bytes", usage.residentBytes());
    json.writeEndObject();
  }
}
