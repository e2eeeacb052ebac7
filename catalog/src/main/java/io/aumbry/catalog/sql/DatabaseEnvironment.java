package io.aumbry.catalog.sql;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Time;
import java.util.random.RandomGenerator;

/**
 * The parts of a process that a database uses.
 *
 * @param threads create the threads of JDBC
 * @param random unpredictable
 */
public record DatabaseEnvironment(
    BlockingThreads threads, Time time, RandomGenerator random, Metrics metrics) {}
