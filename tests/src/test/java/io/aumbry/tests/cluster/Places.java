package io.aumbry.tests.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Names of the processes of a development cluster. Processes of the first data centre are named by
 * their role, those of others have a prefix such as {@code dc2-}. Data centres count from 0 here.
 */
record Places(int dataCenters, int nodesInEach) {
  static String name(int place, String what) {
    return place == 0 ? what : "dc" + (place + 1) + "-" + what;
  }

  static String what(String name) {
    return name.replaceFirst("^dc\\d+-", "");
  }

  static int of(String name) {
    return name.startsWith("dc") ? Integer.parseInt(name.substring(2, name.indexOf('-'))) - 1 : 0;
  }

  static boolean isNode(String name) {
    return what(name).startsWith("node");
  }

  List<String> nodes() {
    List<String> nodes = new ArrayList<>();
    for (int place = 0; place < dataCenters; place++) {
      nodes.addAll(nodes(place));
    }
    return nodes;
  }

  List<String> nodes(int place) {
    return IntStream.rangeClosed(1, nodesInEach)
        .mapToObj(node -> name(place, "node" + node))
        .toList();
  }

  /** The name of the next node that may be added to a data centre. */
  String spare(int place) {
    return name(place, "node" + (nodesInEach + 1));
  }

  /** All processes of a data centre, in the order of their start. */
  List<String> all(int place) {
    List<String> all = new ArrayList<>();
    all.add(name(place, "zookeeper"));
    all.add(name(place, "controller"));
    all.addAll(nodes(place));
    all.add(name(place, "frontend"));
    return all;
  }

  List<String> each(String what) {
    return IntStream.range(0, dataCenters).mapToObj(place -> name(place, what)).toList();
  }
}
