package io.aumbry.deploy.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LoggingTest {
  @ParameterizedTest
  @CsvSource({
    "io.aumbry.store.partition.StoreHealth, ERROR, NEUTRAL",
    "io.netty.channel.DefaultChannelPipeline, ERROR, NEUTRAL",
    "io.aumbry.store.partition.StoreHealth, WARN, DENY",
    "org.apache.helix.messaging.handling.HelixTaskExecutor, ERROR, DENY",
    "org.apache.zookeeper.ClientCnxn, ERROR, DENY"
  })
  void whoWatchesAClusterIsToldOfErrorsThatDoNotHeal(
      String logger, String level, FilterReply reply) {
    LoggingEvent event = new LoggingEvent();
    event.setLoggerName(logger);
    event.setLevel(Level.valueOf(level));
    event.setLoggerContext(new LoggerContext());
    assertThat(new Logging.WhatMatters().decide(event)).isEqualTo(reply);
  }
}
