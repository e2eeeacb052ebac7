package io.aumbry.catalog.dataset;

/** A dataset by its name. */
public sealed interface DatasetLookup {
  record Found(Dataset dataset) implements DatasetLookup {}

  /** A deleted dataset, which is remembered for a while. */
  record Deleted(Dataset dataset) implements DatasetLookup {}

  record Missing() implements DatasetLookup {}
}
