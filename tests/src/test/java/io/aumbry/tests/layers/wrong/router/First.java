package io.aumbry.tests.layers.wrong.router;

/** Has the name of a type in another package. */
public interface First {}
