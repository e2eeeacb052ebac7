package io.aumbry.cluster.maintenance.impact;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which hosts go down.
 *
 * @param batches the hosts of a batch may be down together, when all of the earlier batches are up
 *     again. Each is sorted by data centre, zone and name
 * @param waits the rule for which a host is not in the first batch
 * @param blocked the rule that forbids a host to go down even alone. It is in no batch
 */
public record BatchPlan(
    List<List<Host>> batches, Map<Host, String> waits, Map<Host, String> blocked) {
  public BatchPlan {
    batches = batches.stream().map(List::copyOf).toList();
    waits = Collections.unmodifiableSortedMap(new TreeMap<>(waits));
    blocked = Collections.unmodifiableSortedMap(new TreeMap<>(blocked));
  }
}
