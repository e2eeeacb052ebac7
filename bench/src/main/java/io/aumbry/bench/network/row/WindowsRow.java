package io.aumbry.bench.network.row;

import io.aumbry.bench.network.measure.LinkProfile;
import io.aumbry.bench.network.measure.Load;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Compares bounds of bytes in flight and of frames. */
final class WindowsRow implements Row {
  private static final int SMALL_WINDOW = 65_535;
  private static final int SMALL_FRAME = 16 << 10;
  private static final int LARGE = 4 << 20;

  /** Many callers on a fast line: processors are the bottleneck, not bytes. */
  private static final Load SATURATED = Load.of(1 << 20, 64);

  @Override
  public int number() {
    return 3;
  }

  @Override
  public String title() {
    return "Window and frame size, and the write-buffer high-water mark";
  }

  @Override
  public String reported() {
    return "LinkedIn, 4 MB blobs: fewer round trips and lower latency with windows of 4 MB rather"
        + " than 64 KB, and no effect until the high-water mark was raised too.";
  }

  @Override
  public List<Variant> variants() {
    return List.of(
        variant("64 KiB, frames of 16 KiB", SMALL_WINDOW, SMALL_FRAME, SMALL_WINDOW),
        variant("4 MiB, mark at 64 KiB", LARGE, LARGE, SMALL_WINDOW),
        variant("4 MiB, mark at 4 MiB", LARGE, LARGE, LARGE),
        new Variant(
            "4 MiB, unsent bytes bounded by time, the default", ConnectionSetup.defaults()));
  }

  private static Variant variant(String name, int window, int frame, int mark) {
    return new Variant(name, ConnectionSetup.defaults().withBounds(window, frame, mark));
  }

  @Override
  public List<Load> loads() {
    Stream<Load> few =
        Stream.of(0, 1, 20)
            .flatMap(millis ->
                Stream.of(4 << 10, 256 << 10, 4 << 20)
                    .map(size -> new Load(size, 4, 1, LinkProfile.of(Duration.ofMillis(millis)))));
    return Stream.concat(Stream.of(SATURATED), few).toList();
  }
}
