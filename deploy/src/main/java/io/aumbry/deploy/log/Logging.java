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

/** Where the logs of this process go, and how many there are. */
public final class Logging {
  /** Events that wait to be written; more are dropped, since a caller may be an event loop. */
  private static final int QUEUE = 8192;

  /**
   * Libraries are quiet, and these more so. Helix reports as errors what its own retries heal while
   * a cluster starts, stops or loses a node; what matters of it we log ourselves.
   */
  private static final Map<String, Level> LIBRARIES =
      Map.of(
          "org.apache.helix", Level.ERROR,
          // An error for each look at a preference list that is longer or shorter than the number
          // of replicas, as while one moves.
          "org.apache.helix.model.IdealState", Level.OFF,
          "org.apache.zookeeper", Level.ERROR,
          // A stack trace for each attempt that TLS refuses; why, is said once by the cluster
          // manager.
          "org.apache.zookeeper.ClientCnxnSocketNetty", Level.OFF);

  private Logging() {}

  /** All to standard error. */
  public static void toStandardError(String level) {
    LoggerContext context = fresh(level);
    ConsoleAppender<ILoggingEvent> console = standardError();
    start(context, console);
  }

  /** All to a file, and errors to standard error too, but for those that heal by themselves. */
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

  /** Errors, but none of the libraries that are known for what heals. */
  static final class WhatMatters extends Filter<ILoggingEvent> {
    @Override
    public FilterReply decide(ILoggingEvent event) {
      boolean matters =
          event.getLevel().isGreaterOrEqual(Level.ERROR)
              && LIBRARIES.keySet().stream().noneMatch(event.getLoggerName()::startsWith);
      return matters ? FilterReply.NEUTRAL : FilterReply.DENY;
    }
  }

  /** Writes what is queued, and no more. */
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
