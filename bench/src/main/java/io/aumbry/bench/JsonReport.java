package io.aumbry.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import io.aumbry.bench.load.Operation;
import io.aumbry.bench.load.Tally;
import io.aumbry.bench.process.ProcessCost;
import io.aumbry.deploy.json.JsonText;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** A measurement for programs: latencies in milliseconds, processor time in seconds. */
final class JsonReport {
  private final JsonGenerator json;

  private JsonReport(JsonGenerator json) {
    this.json = json;
  }

  static String of(Measurement measurement) {
    return JsonText.of(json -> new JsonReport(json).write(measurement));
  }

  private void write(Measurement measurement) throws IOException {
    json.writeStartObject();
    json.writeNumberField("seconds", measurement.load().elapsed().toNanos() / 1e9);
    json.writeNumberField("requests", measurement.tally().requests());
    json.writeObjectFieldStart("operations");
    for (Map.Entry<Operation, Tally.Successes> entry :
        new TreeMap<>(measurement.tally().successes()).entrySet()) {
      json.writeObjectFieldStart(entry.getKey().name());
      json.writeNumberField("requests", entry.getValue().requests());
      json.writeNumberField("bytes", entry.getValue().bytes());
      latency(entry.getValue().latency());
      json.writeEndObject();
    }
    json.writeEndObject();
    failures(measurement.tally());
    processes(measurement);
    json.writeEndObject();
  }

  private void latency(Histogram nanos) throws IOException {
    json.writeObjectFieldStart("latency_ms");
    json.writeNumberField("mean", nanos.getMean() / 1e6);
    for (double percentile : new double[] {50, 90, 95, 99, 99.9, 99.99}) {
      String name =
          "p" + (percentile % 1 == 0 ? Long.toString((long) percentile) : percentile + "");
      json.writeNumberField(name, nanos.getValueAtPercentile(percentile) / 1e6);
    }
    json.writeNumberField("max", nanos.getMaxValue() / 1e6);
    json.writeEndObject();
  }

  private void failures(Tally tally) throws IOException {
    json.writeObjectFieldStart("failures");
    for (Map.Entry<String, Tally.Failures> entry : new TreeMap<>(tally.failures()).entrySet()) {
      json.writeObjectFieldStart(entry.getKey());
      json.writeNumberField("count", entry.getValue().count());
      json.writeStringField("first", entry.getValue().example());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private void processes(Measurement measurement) throws IOException {
    json.writeNumberField("server_cpu_ms_per_request", measurement.serverMillis());
    json.writeArrayFieldStart("processes");
    for (ProcessCost cost : measurement.costs()) {
      process(cost);
    }
    process(measurement.generator());
    json.writeEndArray();
  }

  private void process(ProcessCost cost) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", cost.process().name());
    json.writeNumberField("pid", cost.process().pid());
    json.writeBooleanField("serves_requests", cost.process().servesRequests());
    json.writeNumberField("user_seconds", cost.user().toNanos() / 1e9);
    json.writeNumberField("system_seconds", cost.system().toNanos() / 1e9);
    json.writeNumberField("rss_bytes_before", cost.before().residentBytes());
    json.writeNumberField("rss_bytes", cost.after().residentBytes());
    json.writeNumberField("peak_rss_bytes", cost.after().peakBytes());
    json.writeEndObject();
  }
}
