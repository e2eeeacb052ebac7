package io.aumbry.tests.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the processes of a development cluster are called: those of the first data centre by what
 * they are, those of the others after {@code dc2-} and so on. Data centres count from 0 here.
 */
record Places(int dataCenters, int nodesInEach) {
  /** The name of what is in a data centre. */
  static String name(int place, String what) {
    return place == 0 ? what : "dc" + (place + 1) + "-" + what;
  }

  /** What a process is, wherever it is. */
  static String what(String name) {
    return name.replaceFirst("^dc\\d+-", "");
  }

  /** Where a process is. */
  static int of(String name) {
    return name.startsWith("dc") ? Integer.parseInt(name.substring(2, name.indexOf('-'))) - 1 : 0;
  }

  static boolean isNode(String name) {
    return what(name).startsWith("node");
  }

  /** The storage nodes of all of them. */
  List<String> nodes() {
    List<String> nodes = new ArrayList<>();
    for (int place = 0; place < dataCenters; place++) {
      nodes.addAll(nodes(place));
    }
    return nodes;
  }

  /** Those of one. */
  List<String> nodes(int place) {
    return IntStream.rangeClosed(1, nodesInEach)
        .mapToObj(node -> name(place, "node" + node))
        .toList();
  }

  /** The next one there, which may come. */
  String spare(int place) {
    return name(place, "node" + (nodesInEach + 1));
  }

  /** All processes of one, in the order of their start. */
  List<String> all(int place) {
    List<String> all = new ArrayList<>();
    all.add(name(place, "zookeeper"));
    all.add(name(place, "controller"));
    all.addAll(nodes(place));
    all.add(name(place, "frontend"));
    return all;
  }

  /** One of a kind in each. */
  List<String> each(String what) {
    return IntStream.range(0, dataCenters).mapToObj(place -> name(place, what)).toList();
  }
}
