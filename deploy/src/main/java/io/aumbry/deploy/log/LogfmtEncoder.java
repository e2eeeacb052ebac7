package io.aumbry.deploy.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import org.slf4j.event.KeyValuePair;

/** Encodes an event as one line of {@code key=value}. */
final class LogfmtEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(256);
    line.append("time=").append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
    field(line, "level", event.getLevel().toString());
    field(line, "logger", event.getLoggerName());
    field(line, "message", Objects.requireNonNullElse(event.getFormattedMessage(), ""));
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        field(line, pair.key, String.valueOf(pair.value));
      }
    }
    event.getMDCPropertyMap().forEach((key, value) -> field(line, key, value));
    if (event.getThrowableProxy() != null) {
      String stack = ThrowableProxyUtil.asString(event.getThrowableProxy());
      field(line, "error", stack.lines().findFirst().orElse(""));
      field(line, "stack", stack);
    }
    return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  private static void field(StringBuilder line, String key, String value) {
    line.append(' ').append(key).append('=');
    if (isPlain(value)) {
      line.append(value);
    } else {
      quote(line, value);
    }
  }

  private static boolean isPlain(String value) {
    return !value.isEmpty()
        && value.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"' && c != '=' && c != '\\');
  }

  private static void quote(StringBuilder line, String value) {
    line.append('"');
    value
        .chars()
        .forEach(c -> {
          switch (c) {
            case '"', '\\' -> line.append('\\').append((char) c);
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
              if (Character.isISOControl(c)) {
                line.append(String.format("\\u%04x", c));
              } else {
                line.append((char) c);
              }
            }
          }
        });
    line.append('"');
  }
}
