package io.aumbry.deploy.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.nio.file.Path;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** Configures the logs of this process. */
public final class Logging {
  /** Capacity of the queue. Further events are dropped, because the caller may be an event loop. */
  private static final int QUEUE = 8192;

  /**
   * Libraries log from warn on, and these less. Helix logs errors that its own retries repair while
   * a cluster starts, stops or loses a node. Aumbry logs the relevant ones itself.
   */
  private static final Map<String, Level> LIBRARIES =
      Map.of(
          "org.apache.helix", Level.ERROR,
          // It logs an error whenever a preference list differs in length from the number of
          // replicas, as during a move.
          "org.apache.helix.model.IdealState", Level.OFF,
          "org.apache.zookeeper", Level.ERROR,
          // It logs a stack trace for each attempt that TLS refuses. The cluster manager logs the
          // reason once.
          "org.apache.zookeeper.ClientCnxnSocketNetty", Level.OFF);

  private Logging() {}

  public static void toStandardError(String level) {
    LoggerContext context = fresh(level);
    ConsoleAppender<ILoggingEvent> console = standardError();
    start(context, console);
  }

  /** Logs everything to a file, and relevant errors also to standard error. */
  public static void toFile(String level, Path file) {
    LoggerContext context = fresh(level);
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setFile(file.toString());
    appender.setAppend(true);
    start(context, appender);

    ConsoleAppender<ILoggingEvent> console = standardError();
    console.addFilter(new WhatMatters());
    start(context, console);
  }

  /** Passes errors, except from libraries that log errors which they repair. */
  static final class WhatMatters extends Filter<ILoggingEvent> {
    @Override
    public FilterReply decide(ILoggingEvent event) {
      boolean matters =
          event.getLevel().isGreaterOrEqual(Level.ERROR)
              && LIBRARIES.keySet().stream().noneMatch(event.getLoggerName()::startsWith);
      return matters ? FilterReply.NEUTRAL : FilterReply.DENY;
    }
  }

  /** Writes the queued events, then stops logging. */
  public static void stop() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.stop();
    }
  }

  private static ConsoleAppender<ILoggingEvent> standardError() {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setTarget("System.err");
    return console;
  }

  private static LoggerContext fresh(String level) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
    context.getLogger("io.aumbry").setLevel(Level.valueOf(level));
    LIBRARIES.forEach((name, quiet) -> context.getLogger(name).setLevel(quiet));
    return context;
  }

  private static void start(LoggerContext context, OutputStreamAppender<ILoggingEvent> appender) {
    LogfmtEncoder encoder = new LogfmtEncoder();
    encoder.setContext(context);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();

    AsyncAppender async = new AsyncAppender();
    async.setContext(context);
    async.setQueueSize(QUEUE);
    async.setNeverBlock(true);
    async.addAppender(appender);
    async.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(async);
  }
}
