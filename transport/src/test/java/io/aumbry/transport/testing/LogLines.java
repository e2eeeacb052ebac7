package io.aumbry.transport.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The log of one class as text: the message, then key=value. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Logger logger;

  /** Starts to listen. */
  public LogLines(Class<?> source) {
    logger = (Logger) LoggerFactory.getLogger(source);
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      StringBuilder line = new StringBuilder(event.getFormattedMessage());
      if (event.getKeyValuePairs() != null) {
        event
            .getKeyValuePairs()
            .forEach(pair -> line.append(' ').append(pair.key).append('=').append(pair.value));
      }
      lines.add(line.toString());
    }
  }

  /** The logged warnings and errors. */
  public List<String> warnings() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    stop();
  }
}
