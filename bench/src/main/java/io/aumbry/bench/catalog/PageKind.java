package io.aumbry.bench.catalog;

import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameListing;

/** The measured kinds of pages, by depth, delimiter and start. */
enum PageKind {
  FIRST("first names", "", "", 0),
  MIDDLE("names from the middle", "", "", 0.5),
  ABSENT_DELIMITER("names, delimiter | that none has", "", "|", 0.5),
  ROOT_FOLDERS("folders of the root, delimiter /", "", "/", 0),
  DEEP_FOLDERS("folders of a folder, delimiter /", "000000/", "/", 0),
  LONG_DELIMITER("groups of ten, delimiter /name", "", "/name", 0.2),
  FOLDER("names of a folder, delimiter /", "000000/07/", "/", 0);

  private final String title;
  private final String prefix;
  private final String delimiter;
  private final double start;

  PageKind(String title, String prefix, String delimiter, double start) {
    this.title = title;
    this.prefix = prefix;
    this.delimiter = delimiter;
    this.start = start;
  }

  String title() {
    return title;
  }

  NameListing.Query query(BenchNames set, int count) {
    KeyBytes first = start == 0 ? KeyBytes.EMPTY : set.name((long) (count * start)).key();
    return new NameListing.Query(
        set.container(), KeyBytes.of(prefix), KeyBytes.of(delimiter), first, CatalogPlan.PAGE);
  }
}
