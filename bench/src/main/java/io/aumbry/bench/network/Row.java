package io.aumbry.bench.network;

import java.util.List;

/** One comparison. */
interface Row {
  /** By which it is asked for. */
  int number();

  String title();

  /** What others have found, as far as it was published, or why it is looked at. */
  String reported();

  /** The first is what the others are compared with. */
  List<Variant> variants();

  List<Load> loads();

  /** What is to be said of the results beside the tables, as paragraphs. */
  default List<String> findings(RowResults results) {
    return List.of();
  }
}
