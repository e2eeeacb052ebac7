package io.aumbry.tests.layers.wrong.protocol;

import org.slf4j.Logger;

/** Uses a library in protocol. */
public record ProtocolWithLogging(Logger log) {}
