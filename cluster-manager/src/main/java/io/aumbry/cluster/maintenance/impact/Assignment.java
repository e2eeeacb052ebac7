package io.aumbry.cluster.maintenance.impact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The batch of each host, with the sums that the rules are compared with. */
final class Assignment {
  static final int NONE = -1;

  private final RuleTable table;
  private final SearchEffort effort;

  /** By host. */
  private final int[] batches;

  /**
   * By rule and batch: the sum of the weights. Batches beyond the end of a row have none. Narrow
   * rules have no sums, because most clusters have many of them.
   */
  private final long[][] sums;

  /** By rule: all earlier batches are full, so that none of its hosts fits. Narrow rules have 0. */
  private final int[] open;

  /** No host was ever in this batch or a later one. */
  private int used;

  Assignment(RuleTable table, SearchEffort effort) {
    this.table = table;
    this.effort = effort;
    this.batches = new int[table.hosts()];
    Arrays.fill(batches, NONE);
    this.sums = new long[table.rules()][0];
    this.open = new int[table.rules()];
  }

  int batch(int host) {
    return batches[host];
  }

  private long sum(int rule, int batch) {
    return table.isNarrow(rule) ? sumOfHosts(rule, batch) : sumOfBatch(rule, batch);
  }

  private long sumOfHosts(int rule, int batch) {
    int[] hosts = table.hostsOf(rule);
    long[] weights = table.weightsIn(rule);
    long sum = 0;
    for (int member = 0; member < hosts.length; member++) {
      sum += batches[hosts[member]] == batch ? weights[member] : 0;
    }
    return sum;
  }

  private long sumOfBatch(int rule, int batch) {
    return batch < sums[rule].length ? sums[rule][batch] : 0;
  }

  private boolean breaks(int host, int number, int batch) {
    effort.add();
    int rule = table.ruleOf(host, number);
    return sum(rule, batch) + table.weightOf(host, number) > table.rule(rule).spare();
  }

  /** The first rule that a host would break in a batch, by the order of the rules. */
  OptionalInt broken(int host, int batch) {
    return IntStream.range(0, table.degree(host))
        .filter(number -> breaks(host, number, batch))
        .map(number -> table.ruleOf(host, number))
        .min();
  }

  boolean fits(int host, int batch) {
    for (int number = 0; number < table.degree(host); number++) {
      if (breaks(host, number, batch)) {
        return false;
      }
    }
    return true;
  }

  void add(int host, int batch) {
    batches[host] = batch;
    used = Math.max(used, batch + 1);
    for (int number = 0; number < table.wideDegree(host); number++) {
      int rule = table.ruleOf(host, number);
      if (batch >= sums[rule].length) {
        sums[rule] = Arrays.copyOf(sums[rule], 2 * batch + 1);
      }
      sums[rule][batch] += table.weightOf(host, number);
      while (isFull(rule, open[rule])) {
        open[rule]++;
      }
    }
  }

  private boolean isFull(int rule, int batch) {
    return sumOfBatch(rule, batch) + table.lightest(rule) > table.rule(rule).spare();
  }

  void remove(int host) {
    int batch = batches[host];
    batches[host] = NONE;
    for (int number = 0; number < table.wideDegree(host); number++) {
      int rule = table.ruleOf(host, number);
      sums[rule][batch] -= table.weightOf(host, number);
      open[rule] = isFull(rule, batch) ? open[rule] : Math.min(open[rule], batch);
    }
  }

  /** All earlier batches are full for a host. */
  private int firstOpen(int host) {
    int first = 0;
    for (int number = 0; number < table.wideDegree(host); number++) {
      first = Math.max(first, open[table.ruleOf(host, number)]);
    }
    return first;
  }

  /** Each host must fit into an empty batch. */
  void addFirstFit(int host) {
    int batch = firstOpen(host);
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
    for (int batch = Math.min(empty, firstOpen(hosts.getFirst())); batch <= empty; batch++) {
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
