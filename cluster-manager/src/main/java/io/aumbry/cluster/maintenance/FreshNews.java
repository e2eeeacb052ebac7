package io.aumbry.cluster.maintenance;

import java.util.function.Consumer;

/** Says a line once, until there is another. */
final class FreshNews implements Consumer<String> {
  private final Consumer<String> news;
  private String last = "";

  FreshNews(Consumer<String> news) {
    this.news = news;
  }

  @Override
  public void accept(String line) {
    if (!isLast(line)) {
      last = line;
      news.accept(line);
    }
  }

  boolean isLast(String line) {
    return line.equals(last);
  }
}
