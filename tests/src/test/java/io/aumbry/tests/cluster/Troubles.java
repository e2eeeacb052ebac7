package io.aumbry.tests.cluster;

import io.aumbry.tests.cluster.Trouble.Dark;
import io.aumbry.tests.cluster.Trouble.DatabaseKilled;
import io.aumbry.tests.cluster.Trouble.Disconnected;
import io.aumbry.tests.cluster.Trouble.Killed;
import io.aumbry.tests.cluster.Trouble.Replaced;
import io.aumbry.tests.cluster.Trouble.Skewed;
import io.aumbry.tests.cluster.Trouble.Wiped;
import io.aumbry.tests.cluster.Wan.Fault;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Draws the faults of each round of {@link GeoSoak}. Each kind comes once before any comes again. A
 * data centre loses at most one node at a time, unless it loses all.
 */
final class Troubles {
  private static final int LEAST_SKEW_SECONDS = 30;
  private static final int MOST_SKEW_SECONDS = 150;

  private final Places places;
  private final SoakDatabase database;
  private final Random random;
  private final Deque<Kind> deck = new ArrayDeque<>();

  Troubles(Places places, SoakDatabase database, long seed) {
    this.places = places;
    this.database = database;
    this.random = new Random(seed);
  }

  private enum Kind {
    NETWORK,
    NETWORK_AGAIN,
    DATABASE,
    DATABASE_AND_FRONTEND,
    DATABASE_AND_SEVERAL,
    NODE,
    CONTROLLER,
    ZOOKEEPER,
    FRONTEND,
    SEVERAL,
    SEVERAL_AND_NETWORK,
    ONE_IN_EACH,
    DISK,
    DISK_AND_NETWORK,
    CLOCKS,
    ALL_OF_ONE,
    MACHINE
  }

  List<Trouble> next() {
    if (deck.isEmpty()) {
      List<Kind> all = new ArrayList<>(List.of(Kind.values()));
      Collections.shuffle(all, random);
      deck.addAll(all);
    }
    return switch (deck.remove()) {
      case NETWORK, NETWORK_AGAIN -> List.of(network());
      case DATABASE -> List.of(new DatabaseKilled(database));
      case DATABASE_AND_FRONTEND ->
          with(new DatabaseKilled(database), List.of(killed(place(), "frontend")));
      case DATABASE_AND_SEVERAL -> with(new DatabaseKilled(database), several());
      case NODE -> List.of(killed(place(), "node"));
      case CONTROLLER -> List.of(killed(place(), "controller"));
      case ZOOKEEPER -> List.of(killed(place(), "zookeeper"));
      case FRONTEND -> List.of(killed(place(), "frontend"));
      case SEVERAL -> several();
      case SEVERAL_AND_NETWORK -> with(network(), several());
      case ONE_IN_EACH -> oneInEach();
      case DISK -> List.of(new Wiped(node(place())));
      case DISK_AND_NETWORK -> List.of(network(), new Wiped(node(place())));
      case CLOCKS -> clocks();
      case MACHINE -> replaced(place());
      case ALL_OF_ONE -> List.of(new Dark(places, place()));
    };
  }

  private static List<Trouble> with(Trouble one, List<Trouble> others) {
    List<Trouble> all = new ArrayList<>(others);
    all.addFirst(one);
    return all;
  }

  private int place() {
    return random.nextInt(places.dataCenters());
  }

  private String node(int place) {
    List<String> nodes = places.nodes(place);
    return nodes.get(random.nextInt(nodes.size()));
  }

  private Trouble network() {
    Fault[] all = Fault.values();
    List<Integer> some =
        places.dataCenters() == 2 || random.nextBoolean()
            ? List.of(place())
            : IntStream.range(0, places.dataCenters()).boxed().toList();
    return new Disconnected(all[random.nextInt(all.length)], some);
  }

  private Trouble killed(int place, String what) {
    return new Killed(what.equals("node") ? node(place) : Places.name(place, what));
  }

  private List<Trouble> several() {
    int place = place();
    List<String> kinds = new ArrayList<>(List.of("node", "controller", "zookeeper", "frontend"));
    Collections.shuffle(kinds, random);
    List<Trouble> several = new ArrayList<>();
    kinds.subList(0, 2 + random.nextInt(2)).forEach(what -> several.add(killed(place, what)));
    return several;
  }

  private List<Trouble> oneInEach() {
    List<String> kinds = List.of("node", "node", "controller", "zookeeper", "frontend");
    List<Trouble> all = new ArrayList<>();
    for (int place = 0; place < places.dataCenters(); place++) {
      all.add(killed(place, kinds.get(random.nextInt(kinds.size()))));
    }
    return all;
  }

  private List<Trouble> replaced(int place) {
    return List.of(new Replaced(node(place), places.spare(place)));
  }

  /** Skews the clocks of a node in each data centre, and of a frontend. */
  private List<Trouble> clocks() {
    List<Trouble> all = new ArrayList<>();
    for (int place = 0; place < places.dataCenters(); place++) {
      all.add(new Skewed(node(place), skew()));
    }
    all.add(new Skewed(Places.name(place(), "frontend"), skew()));
    return all;
  }

  private Duration skew() {
    Duration early = Duration.ofSeconds(random.nextInt(LEAST_SKEW_SECONDS, MOST_SKEW_SECONDS + 1));
    return random.nextBoolean() ? early : early.negated();
  }
}
