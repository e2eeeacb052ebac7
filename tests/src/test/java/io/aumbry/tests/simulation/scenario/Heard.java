package io.aumbry.tests.simulation.scenario;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Captures the log of a class while it is open. */
final class Heard implements AutoCloseable {
  private final Logger logger;
  private final Level before;
  private final List<String> lines = new ArrayList<>();
  private final UnsynchronizedAppenderBase<ILoggingEvent> appender =
      new UnsynchronizedAppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(event.getKeyValuePairs() + " " + event.getFormattedMessage());
        }
      };

  Heard(Class<?> of) {
    logger = (Logger) LoggerFactory.getLogger(of);
    before = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    appender.start();
    logger.addAppender(appender);
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    logger.setAdditive(true);
    logger.setLevel(before);
  }
}
