package io.aumbry.bench.load;

/** The measured operations. */
public enum LoadOperation {
  PUT,
  GET
}
