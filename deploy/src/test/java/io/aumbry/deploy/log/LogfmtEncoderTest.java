package io.aumbry.deploy.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LogfmtEncoderTest {
  private final LoggerContext context = new LoggerContext();

  @BeforeEach
  void keepNoContextOfThreads() {
    context.setMDCAdapter(new LogbackMDCAdapter());
  }

  @Test
  void anEventIsOneLineWithItsFieldsInOrder() {
    String line =
        encode(
            "a blob was stored",
            null,
            new KeyValuePair("request", "r-1"),
            new KeyValuePair("partition", 7));

    assertThat(line)
        .isEqualTo(
            "time=2026-01-02T03:04:05.678Z level=INFO logger=io.aumbry.X"
                + " message=\"a blob was stored\" request=r-1 partition=7\n");
  }

  @Test
  void aValueCannotForgeALineOrAField() {
    String line =
        encode("x", null, new KeyValuePair("name", "a\nlevel=ERROR \"q\" \\ \u0007\ttab"));

    assertThat(line).hasLineCount(1);
    assertThat(line).contains("name=\"a\\nlevel=ERROR \\\"q\\\" \\\\ \\u0007\\ttab\"");
  }

  @Test
  void anEmptyValueAndAnEqualsSignAreQuoted() {
    assertThat(encode("x", null, new KeyValuePair("a", ""), new KeyValuePair("b", "c=d")))
        .endsWith("message=x a=\"\" b=\"c=d\"\n");
  }

  @Test
  void anExceptionIsInTheSameLine() {
    String line = encode("it failed", new IllegalStateException("bad\nthing"));

    assertThat(line).hasLineCount(1);
    assertThat(line)
        .contains("error=\"java.lang.IllegalStateException: bad\"")
        .contains("LogfmtEncoderTest.anExceptionIsInTheSameLine");
  }

  private String encode(String message, @Nullable Throwable cause, KeyValuePair... pairs) {
    LoggingEvent event =
        new LoggingEvent(
            "fqcn", context.getLogger("io.aumbry.X"), Level.INFO, message, cause, new Object[0]);
    event.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
    List.of(pairs).forEach(event::addKeyValuePair);
    return new String(new LogfmtEncoder().encode(event), StandardCharsets.UTF_8);
  }
}
