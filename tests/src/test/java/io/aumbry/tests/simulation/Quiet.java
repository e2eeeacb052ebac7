package io.aumbry.tests.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.aumbry.tests.simulation.engine.LoggedBugs;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * No log: what is written to a stream that threads outside the simulation write to too may wait for
 * them. Bugs that the product would log are found instead.
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

  /** For good. */
  public void silence() {
    LoggedBugs.listen();
    log.setLevel(Level.OFF);
  }
}
