package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.Figures;
import io.aumbry.bench.network.measure.LinkProfile;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.measure.Load.Beside;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures whether small answers wait behind large ones on a connection. A narrow line or a pace
 * leaves processors free, so that callers wait only for the connection. There are enough small
 * callers to send a request every millisecond, even while others wait.
 */
final class InterferenceRow implements Row {
  private static final int WINDOW = 65_535;
  private static final int FRAME = 16 << 10;
  private static final int LARGE = 4 << 20;

  /** More than is ever in flight. */
  private static final int NO_BOUND = 1 << 30;

  private static final int LARGEST_FRAME = (1 << 24) - 1;
  private static final int SMALL_CALLERS = 32;
  private static final Duration SMALL_PACE = Duration.ofMillis(32);

  private static final long GIGABIT = 125_000_000;

  /** 80 MiB/s, for which both sides together need less than half a processor. */
  private static final Beside PACED = new Beside(LARGE, 1, Duration.ofMillis(50));

  private static final Beside STEADY = new Beside(LARGE, 1, Duration.ZERO);
  private static final Beside STEADY_FOUR = new Beside(LARGE, 4, Duration.ZERO);

  private static final Load ALONE = small(LinkProfile.LOOPBACK);
  private static final Load ALONE_AFAR = small(new LinkProfile(Duration.ofMillis(1), GIGABIT));

  @Override
  public int number() {
    return 11;
  }

  @Override
  public String title() {
    return "Small answers beside large ones on a connection";
  }

  @Override
  public String reported() {
    return "The window bounds the bytes in flight on a connection, and streams take turns in"
        + " its free part. The mark bounds the part that is with the socket. Without a bound"
        + " everything requested earlier is in flight. CPU includes the large answers.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        new Variant("no bound", bounded(NO_BOUND, LARGEST_FRAME, NO_BOUND)),
        new Variant("64 KiB", bounded(WINDOW, FRAME, WINDOW)),
        new Variant("4 MiB, mark at 64 KiB", bounded(LARGE, LARGE, WINDOW)),
        new Variant("4 MiB, mark at 4 MiB", bounded(LARGE, LARGE, LARGE)),
        new Variant("4 MiB, by time", ConnectionSetup.defaults().withConnections(1)),
        new Variant(
            "mark at 4 MiB, 4 connections",
            ConnectionSetup.defaults().withBounds(LARGE, LARGE, LARGE)),
        new Variant("by time, 4 connections, the default", ConnectionSetup.defaults()));
  }

  private static ConnectionSetup bounded(int window, int frame, int mark) {
    return ConnectionSetup.defaults().withConnections(1).withBounds(window, frame, mark);
  }

  private static Load small(LinkProfile line) {
    return new Load(4 << 10, SMALL_CALLERS, 1, line, SMALL_PACE, Beside.NOTHING);
  }

  @Override
  public List<Load> loads() {
    return List.of(
        ALONE_AFAR,
        ALONE_AFAR.withBeside(STEADY),
        ALONE_AFAR.withBeside(STEADY_FOUR),
        ALONE,
        ALONE.withBeside(PACED));
  }

  @Override
  public List<String> findings(RowResults results) {
    List<String> findings = new ArrayList<>();
    for (Load load : results.loads()) {
      Load alone = load.withBeside(Beside.NOTHING);
      if (!load.equals(alone) && results.loads().contains(alone)) {
        results.measured().forEach(variant -> findings.add(describe(results, variant, load)));
      }
    }
    return findings;
  }

  private static String describe(RowResults results, Variant variant, Load load) {
    Load alone = load.withBeside(Beside.NOTHING);
    return String.format(
        Locale.ROOT,
        "%s, %s: p50 %.1f and p99 %.1f times the latencies alone; %.0f MB/s beside, %.2f processors busy.",
        load.title(),
        variant.name(),
        results.ratio(variant, load, alone, f -> f.client().latencies().p50()),
        results.ratio(variant, load, alone, f -> f.client().latencies().p99()),
        results.median(load, variant, Figures::besideMegabytesPerSecond),
        results.median(load, variant, Figures::processors));
  }
}
