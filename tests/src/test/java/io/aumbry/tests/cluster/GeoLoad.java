package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.GeoBlob.State;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Clients in two data centres that put, read here and there, delete, undelete and keep without end,
 * and the judge of what they were told. Each blob is changed by one thread only, so what it must be
 * is known but for changes of which the answer left it open.
 *
 * <ul>
 *   <li>What is asked where the blob was made is never refused.
 *   <li>The other data centre may refuse with 503 while the network between them is not well; it
 *       may say what was so before the last change; it never says "not found".
 *   <li>Nobody ever answers with other bytes.
 * </ul>
 */
final class GeoLoad implements AutoCloseable {
  private static final int[] SIZES = {0, 200, 4_096, 70_000, 300_000};
  private static final int UNAVAILABLE = 503;

  private final List<RestClient> places;
  private final BooleanSupplier fine;
  private final Queue<GeoBlob> blobs = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger turns = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * Starts clients.
   *
   * @param places a client for each data centre, which takes answers as they come
   * @param fine whether the network between them is well
   */
  GeoLoad(List<RestClient> places, int clientsInEach, long seed, BooleanSupplier fine) {
    this.places = places;
    this.fine = fine;
    for (int client = 0; client < places.size() * clientsInEach; client++) {
      int place = client % places.size();
      Random random = new Random(seed * 1_000 + client);
      threads.add(Thread.ofVirtual().start(() -> work(place, random)));
    }
  }

  private void work(int home, Random random) {
    while (!stopped) {
      try {
        turn(home, random);
      } catch (UncheckedIOException | AssertionError e) {
        failures.add("" + e);
      }
      turns.incrementAndGet();
    }
  }

  private void turn(int home, Random random) {
    GeoBlob blob = put(home, random);
    read(blob, home);
    read(blob, other(home));
    if (random.nextInt(3) == 0) {
      change(blob, random.nextBoolean() ? home : other(home), State.DELETED);
      read(blob, home);
      read(blob, other(home));
      if (random.nextBoolean() && blob.isSure()) {
        change(blob, random.nextBoolean() ? home : other(home), State.ALIVE);
        read(blob, home);
      }
    } else if (blob.ends()) {
      expect(places.get(home).change("/updateTtl", blob.path()), 200, "keep", blob, home);
    }
  }

  private static int other(int place) {
    return 1 - place;
  }

  private GeoBlob put(int home, Random random) {
    long seed = random.nextLong();
    byte[] content = GeoBlob.content(seed, SIZES[random.nextInt(SIZES.length)]);
    boolean ends = random.nextInt(4) == 0;
    Map<String, String> headers = ends ? Map.of("x-ambry-ttl", "604800") : Map.of();
    HttpResponse<String> response =
        places.get(home).post(BodyPublishers.ofByteArray(content), headers);
    if (response.statusCode() != 201) {
      throw new AssertionError(
          "POST in " + home + ": " + response.statusCode() + " " + response.body());
    }
    String path = response.headers().firstValue("Location").orElseThrow();
    GeoBlob blob = new GeoBlob(path, home, seed, content.length, ends);
    blobs.add(blob);
    return blob;
  }

  /** Deletes or undeletes; an undelete needs all data centres, wherever it is asked for. */
  private void change(GeoBlob blob, int place, State to) {
    boolean wasFine = fine.getAsBoolean();
    HttpResponse<byte[]> response =
        to == State.DELETED
            ? places.get(place).delete(blob.path())
            : places.get(place).change("/undelete", blob.path());
    int status = response.statusCode();
    boolean local = to == State.DELETED && place == blob.home();
    if (status == (to == State.DELETED ? 202 : 200)) {
      blob.changed(place, to);
    } else if (status == UNAVAILABLE && !local && !(wasFine && fine.getAsBoolean())) {
      blob.maybe(to);
    } else {
      throw new AssertionError(to + " in " + place + ": " + status + ", " + blob);
    }
  }

  private void read(GeoBlob blob, int place) {
    boolean wasFine = fine.getAsBoolean();
    HttpResponse<byte[]> response = places.get(place).get(blob.path());
    boolean refused = response.statusCode() == UNAVAILABLE && place != blob.home();
    if (!refused || (wasFine && fine.getAsBoolean())) {
      judge(blob, place, response, blob.mayBe(place));
    }
  }

  private void judge(GeoBlob blob, int place, HttpResponse<byte[]> response, List<State> mayBe) {
    boolean right =
        switch (response.statusCode()) {
          case 200 -> mayBe.contains(State.ALIVE) && Arrays.equals(response.body(), blob.content());
          case 410 -> mayBe.contains(State.DELETED);
          default -> false;
        };
    if (!right) {
      failures.add("GET in " + place + ": " + response.statusCode() + ", " + blob);
    }
  }

  private static void expect(
      HttpResponse<byte[]> response, int status, String what, GeoBlob blob, int place) {
    if (response.statusCode() != status) {
      throw new AssertionError(what + " in " + place + ": " + response.statusCode() + ", " + blob);
    }
  }

  /** Waits until each client has done so much more, without failure. */
  void awaitTurns(int more) {
    int until = turns.get() + more * threads.size();
    await()
        .failFast(() -> assertThat(failures).isEmpty())
        .untilAsserted(() -> assertThat(turns.get()).isGreaterThanOrEqualTo(until));
  }

  /** Lets the clients end what they do. */
  void stop() throws InterruptedException {
    close();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Reads all blobs in all data centres, which must agree, and not have forgotten any change. */
  void readAll() {
    blobs.parallelStream().forEach(this::readEverywhere);
  }

  private void readEverywhere(GeoBlob blob) {
    List<State> mayBe = blob.mayEndAs();
    for (int place = 0; place < places.size(); place++) {
      HttpResponse<byte[]> response = places.get(place).get(blob.path());
      judge(blob, place, response, mayBe);
      if (mayBe.size() > 1) {
        mayBe = List.of(response.statusCode() == 200 ? State.ALIVE : State.DELETED);
      }
    }
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  int count() {
    return blobs.size();
  }

  /** Of all contents that were acknowledged. */
  long bytes() {
    return blobs.stream().mapToLong(GeoBlob::size).sum();
  }

  /** Lets no client begin anything more. */
  @Override
  public void close() {
    stopped = true;
  }
}
