package io.aumbry.tests.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.aumbry.tests.simulation.engine.LoggedBugs;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Turns logging off during a test. A log stream is shared with threads outside the simulation, so
 * writing to it may block. {@link LoggedBugs} still turns bugs that the product logs into findings.
 */
public final class Quiet implements BeforeEachCallback, AfterEachCallback {
  private final Logger log = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Level before = log.getLevel();

  @Override
  public void beforeEach(ExtensionContext context) {
    silence();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LoggedBugs.stopListening();
    log.setLevel(before);
  }

  /** Turns logging off permanently. */
  public void silence() {
    LoggedBugs.listen();
    log.setLevel(Level.OFF);
  }
}
