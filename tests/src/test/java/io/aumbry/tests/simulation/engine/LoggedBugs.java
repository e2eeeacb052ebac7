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
 * What production code survives and logs as an error, though it should never happen: an exception
 * that is not an answer. In a simulation it is found. Nothing else is logged meanwhile.
 */
public final class LoggedBugs extends UnsynchronizedAppenderBase<ILoggingEvent> {
  private static final LoggedBugs ONE = new LoggedBugs();

  private LoggedBugs() {}

  /** From now on. */
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

  /** Logs go where they went before. */
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
