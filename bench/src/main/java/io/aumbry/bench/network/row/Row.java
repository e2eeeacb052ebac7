package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Load;
import java.util.List;

/** One comparison. */
public interface Row {
  /** The number that selects it. */
  int number();

  String title();

  /** Published results, or the reason for the comparison. */
  String reported();

  /** The first is the baseline. */
  List<Variant> variants();

  List<Load> loads();

  /** Findings from the results, as paragraphs before the tables. */
  default List<String> findings(RowResults results) {
    return List.of();
  }
}
