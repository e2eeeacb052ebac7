package io.aumbry.deploy.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusTextTest {
  private final MetricRegistry metrics = new MetricRegistry();

  @Test
  void aTimerIsASummaryInSeconds() {
    metrics.timer("router.get.latency").update(250, TimeUnit.MILLISECONDS);
    assertThat(PrometheusText.render(metrics))
        .isEqualTo(
            """
            # TYPE aumbry_router_get_latency_seconds summary
            aumbry_router_get_latency_seconds{quantile="0.5"} 0.25
            aumbry_router_get_latency_seconds{quantile="0.95"} 0.25
            aumbry_router_get_latency_seconds{quantile="0.99"} 0.25
            aumbry_router_get_latency_seconds{quantile="0.999"} 0.25
            aumbry_router_get_latency_seconds_count 1
            """);
  }

  @Test
  void whatIsInBracesBecomesLabelsOfOneFamily() {
    metrics.counter("store.reads{disk=0}").inc(1);
    metrics.counter("store.reads{disk=1,kind=a\"b}").inc(2);
    assertThat(PrometheusText.render(metrics))
        .isEqualTo(
            """
            # TYPE aumbry_store_reads gauge
            aumbry_store_reads{disk="0"} 1
            aumbry_store_reads{disk="1",kind="a\\"b"} 2
            """);
  }

  @Test
  void onlyWhatNeverGoesDownIsATotal() {
    metrics.counter("frontend.active").inc(2);
    metrics.meter("frontend.bytes").mark(3);
    assertThat(PrometheusText.render(metrics).lines())
        .contains("# TYPE aumbry_frontend_active gauge", "aumbry_frontend_active 2")
        .contains("# TYPE aumbry_frontend_bytes_total counter", "aumbry_frontend_bytes_total 3");
  }

  @ParameterizedTest
  @CsvSource({
    "frontend.get.ok,'frontend.requests{operation=get,outcome=ok}'",
    "frontend.bytes.sent,frontend.bytes.sent",
    "server.put.done,'server.requests{operation=put,outcome=done}'",
    "server.put.bytes.held,server.put.bytes.held",
    "replication.lag.bytes.dc2-node.1.17,"
        + "'replication.lag.bytes{peer=dc2-node.1,partition=17}'",
    "replication.lag.records.dc2-node.1.17,"
        + "'replication.lag.records{peer=dc2-node.1,partition=17}'",
    "replication.behind.seconds.dc-2,replication.behind.seconds{datacenter=dc-2}",
    "replication.fetched.bytes.dc-2,replication.fetched.bytes{datacenter=dc-2}",
    "replication.age.dc-2,replication.age{datacenter=dc-2}",
    "transport.loop.3.connections,transport.loop.connections{loop=3}",
  })
  void valuesInANameBecomeLabels(String dotted, String marked) {
    assertThat(MetricLabels.mark(dotted)).isEqualTo(marked);
  }

  @Test
  void gaugesAreNumbersWhateverTheirType() {
    metrics.register("a.b-c", (Gauge<Boolean>) () -> true);
    metrics.register("b", (Gauge<Double>) () -> 1.5);
    metrics.register("c", (Gauge<String>) () -> "text");
    assertThat(PrometheusText.render(metrics).lines())
        .contains("aumbry_a_b_c 1", "aumbry_b 1.5", "aumbry_c NaN");
  }

  @Test
  void theProcessMeasuresItselfUnderNamesThatDoNotDependOnTheMachine() {
    ProcessMetrics.register(metrics);
    assertThat(PrometheusText.names(metrics))
        .contains("aumbry_jvm_heap_used_bytes", "aumbry_jvm_gc_collections")
        .contains("aumbry_jvm_buffers_used_bytes", "aumbry_process_cpu_seconds")
        .doesNotHaveDuplicates();
  }
}
