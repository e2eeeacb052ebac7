package io.aumbry.bench.load;

/** The measured operations. */
public enum Operation {
  PUT,
  GET
}
