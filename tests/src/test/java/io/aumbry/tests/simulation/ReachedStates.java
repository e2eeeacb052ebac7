package io.aumbry.tests.simulation;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * States of a simulated cluster and the transitions between them, parsed from its trace. A state is
 * the combination of the states of all replicas of a partition. Pairs of successive faults, pairs
 * of a fault and the next state, and kinds of events count as well. Names and numbers in events are
 * ignored.
 */
final class ReachedStates implements Consumer<String> {
  private static final Pattern LINE = Pattern.compile(" *\\d+ us  (\\S+) +(.*)");
  private static final Pattern STATE = Pattern.compile("partition (\\d+) is ([A-Z]+)");
  private static final Pattern FAULT = Pattern.compile("\\d+: ([A-Z_]+) .*");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z0-9_-]{20,}|\\d+");

  private final Set<Long> reached = new HashSet<>();
  private final Map<String, Map<String, String>> replicas = new TreeMap<>();
  private String fault = "";

  @Override
  public void accept(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      return;
    }
    String text = parts.group(2);
    Matcher state = STATE.matcher(text);
    Matcher hit = FAULT.matcher(text);
    if (state.matches()) {
      changed(state.group(1), parts.group(1), state.group(2));
    } else if (hit.matches()) {
      add("fault", fault, hit.group(1));
      fault = hit.group(1);
    } else {
      add("event", VARIABLE.matcher(text).replaceAll("#"), "");
    }
  }

  private void changed(String partition, String node, String state) {
    Map<String, String> states = replicas.computeIfAbsent(partition, _ -> new TreeMap<>());
    String before = together(states);
    states.put(node, state);
    add("states", before, together(states));
    add("state after fault", fault, state);
  }

  private static String together(Map<String, String> states) {
    return states.values().stream().sorted().toList().toString();
  }

  private void add(String kind, String from, String to) {
    String text = kind + "|" + from + "|" + to;
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    reached.add(hash);
  }

  Set<Long> reached() {
    return reached;
  }
}
