package io.aumbry.tests.layers.wrong.server;

import org.apache.helix.HelixManager;

/** Helix outside the cluster manager. */
public record ServerWithHelix(HelixManager manager) {}
