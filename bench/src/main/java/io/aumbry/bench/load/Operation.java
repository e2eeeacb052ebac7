package io.aumbry.bench.load;

/** The operations that are measured, each on its own line. */
public enum Operation {
  PUT,
  GET
}
