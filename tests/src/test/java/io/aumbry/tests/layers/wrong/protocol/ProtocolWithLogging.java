package io.aumbry.tests.layers.wrong.protocol;

import org.slf4j.Logger;

/** More than the JDK in protocol. */
public record ProtocolWithLogging(Logger log) {}
