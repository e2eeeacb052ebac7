package io.aumbry.protocol.runtime;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Disables logging in tests that provoke thousands of failures. */
public final class Silence implements BeforeAllCallback, AfterAllCallback {
  private final Logger log = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Level before = log.getLevel();

  @Override
  public void beforeAll(ExtensionContext context) {
    log.setLevel(Level.OFF);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    log.setLevel(before);
  }
}
