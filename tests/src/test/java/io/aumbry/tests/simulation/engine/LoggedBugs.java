package io.aumbry.tests.simulation.engine;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.aumbry.protocol.error.AumbryException;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * A log appender that turns bugs into findings. Production code survives some unexpected exceptions
 * and logs them as errors; in a simulation these are findings. Nothing else is logged while it
 * listens.
 */
public final class LoggedBugs extends UnsynchronizedAppenderBase<ILoggingEvent> {
  private static final LoggedBugs ONE = new LoggedBugs();

  private LoggedBugs() {}

  public static void listen() {
    Logger product = product();
    if (!product.isAttached(ONE)) {
      ONE.setContext(product.getLoggerContext());
      ONE.start();
      product.addAppender(ONE);
      product.setAdditive(false);
      product.setLevel(Level.ERROR);
    }
  }

  public static void stopListening() {
    Logger product = product();
    product.detachAppender(ONE);
    product.setAdditive(true);
    product.setLevel(null);
  }

  private static Logger product() {
    return (Logger) LoggerFactory.getLogger("io.aumbry");
  }

  @Override
  protected void append(ILoggingEvent event) {
    cause(event)
        .filter(cause -> !(cause instanceof AumbryException))
        .filter(cause -> cause instanceof RuntimeException || cause instanceof Error)
        .ifPresent(bug -> SimulatedProcess.foundOnThisThread(event.getFormattedMessage(), bug));
  }

  private static Optional<Throwable> cause(ILoggingEvent event) {
    return event.getThrowableProxy() instanceof ThrowableProxy proxy
        ? Optional.of(proxy.getThrowable())
        : Optional.empty();
  }
}
