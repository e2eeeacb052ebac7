package io.aumbry.cluster.maintenance.impact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** The batch of each host, with the sums that the rules are compared with. */
final class Assignment {
  static final int NONE = -1;

  private final RuleTable table;
  private final SearchEffort effort;

  /** By host. */
  private final int[] batches;

  /** By rule and batch: the sum of the weights. Batches beyond the end of a row have none. */
  private final long[][] sums;

  /** No host was ever in this batch or a later one. */
  private int used;

  Assignment(RuleTable table, SearchEffort effort) {
    this.table = table;
    this.effort = effort;
    this.batches = new int[table.hosts()];
    Arrays.fill(batches, NONE);
    this.sums = new long[table.rules()][0];
  }

  int batch(int host) {
    return batches[host];
  }

  private long sum(int rule, int batch) {
    return batch < sums[rule].length ? sums[rule][batch] : 0;
  }

  /** The first rule that a host would break in a batch. */
  OptionalInt broken(int host, int batch) {
    for (int number = 0; number < table.degree(host); number++) {
      effort.add();
      int rule = table.ruleOf(host, number);
      if (sum(rule, batch) + table.weightOf(host, number) > table.rule(rule).spare()) {
        return OptionalInt.of(rule);
      }
    }
    return OptionalInt.empty();
  }

  boolean fits(int host, int batch) {
    return broken(host, batch).isEmpty();
  }

  void add(int host, int batch) {
    batches[host] = batch;
    used = Math.max(used, batch + 1);
    for (int number = 0; number < table.degree(host); number++) {
      int rule = table.ruleOf(host, number);
      if (batch >= sums[rule].length) {
        sums[rule] = Arrays.copyOf(sums[rule], batch + 1);
      }
      sums[rule][batch] += table.weightOf(host, number);
    }
  }

  void remove(int host) {
    int batch = batches[host];
    batches[host] = NONE;
    for (int number = 0; number < table.degree(host); number++) {
      sums[table.ruleOf(host, number)][batch] -= table.weightOf(host, number);
    }
  }

  /** Each host must fit into an empty batch. */
  void addFirstFit(int host) {
    int batch = 0;
    while (!fits(host, batch)) {
      batch++;
    }
    add(host, batch);
  }

  /**
   * Adds hosts to the first batch that takes all of them.
   *
   * @return false if not even an empty batch does; then none is added
   */
  boolean addTogether(List<Integer> hosts) {
    int empty = used;
    for (int batch = 0; batch <= empty; batch++) {
      if (addAll(hosts, batch)) {
        return true;
      }
    }
    return false;
  }

  private boolean addAll(List<Integer> hosts, int batch) {
    for (int added = 0; added < hosts.size(); added++) {
      if (!fits(hosts.get(added), batch)) {
        hosts.subList(0, added).forEach(this::remove);
        return false;
      }
      add(hosts.get(added), batch);
    }
    return true;
  }

  /** The hosts by batch. */
  List<List<Integer>> byBatch() {
    List<List<Integer>> hosts = new ArrayList<>();
    for (int host = 0; host < batches.length; host++) {
      while (batches[host] >= hosts.size()) {
        hosts.add(new ArrayList<>());
      }
      if (batches[host] != NONE) {
        hosts.get(batches[host]).add(host);
      }
    }
    return hosts;
  }
}
