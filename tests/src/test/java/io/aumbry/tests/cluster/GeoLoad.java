package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.GeoBlob.State;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Clients in two data centres that put, read here and there, delete, undelete and keep without end,
 * and the judge of what they were told. Each blob is changed by one thread only, so what it must be
 * is known but for changes of which the answer left it open.
 *
 * <ul>
 *   <li>What is asked where the blob was made is done, whatever the network between them is like.
 *   <li>The other data centre may refuse with 503 while that network is not well; it may say what
 *       was so before the last change; it never says "not found".
 *   <li>Nobody ever answers with other bytes.
 * </ul>
 *
 * A refusal that nothing excuses is asked again, as long as a test is patient: a machine may be
 * slow.
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
      } catch (UncheckedIOException | ConditionTimeoutException | AssertionError e) {
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
      keep(blob);
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
        ask(() -> places.get(home).post(BodyPublishers.ofByteArray(content), headers), Excuse.NONE)
            .orElseThrow();
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
    RestClient client = places.get(place);
    boolean deletes = to == State.DELETED;
    Optional<HttpResponse<byte[]>> response =
        ask(
            () -> deletes ? client.delete(blob.path()) : client.change("/undelete", blob.path()),
            deletes && place == blob.home() ? Excuse.NONE : Excuse.WEATHER);
    if (response.isEmpty()) {
      blob.maybe(to);
    } else if (done(to).contains(response.get().statusCode())) {
      blob.changed(place, to);
    } else {
      throw new AssertionError(
          to + " in " + place + ": " + response.get().statusCode() + ", " + blob);
    }
  }

  /**
   * An undelete that was refused may have come about: the next one hears that it is not deleted.
   */
  private static List<Integer> done(State to) {
    return to == State.DELETED ? List.of(202) : List.of(200, 409);
  }

  private void keep(GeoBlob blob) {
    RestClient client = places.get(blob.home());
    int status =
        ask(() -> client.change("/updateTtl", blob.path()), Excuse.NONE).orElseThrow().statusCode();
    if (status != 200) {
      throw new AssertionError("keep: " + status + ", " + blob);
    }
  }

  private void read(GeoBlob blob, int place) {
    Excuse excuse = place == blob.home() ? Excuse.NONE : Excuse.WEATHER;
    ask(() -> places.get(place).get(blob.path()), excuse)
        .ifPresent(response -> judge(blob, place, response, blob.mayBe(place)));
  }

  /** What may excuse a refusal. */
  private enum Excuse {
    NONE,
    WEATHER
  }

  /** What came of a request: an answer, or nothing, if that is excused. */
  private record Attempt<T>(Optional<HttpResponse<T>> answer, boolean excused) {
    boolean isSettled() {
      return answer.isPresent() || excused;
    }
  }

  /** The answer to a request; none when it was refused, or broke off, with an excuse. */
  private <T> Optional<HttpResponse<T>> ask(Supplier<HttpResponse<T>> request, Excuse excuse) {
    return await()
        .pollDelay(Duration.ZERO)
        .until(() -> askOnce(request, excuse), Attempt::isSettled)
        .answer();
  }

  private <T> Attempt<T> askOnce(Supplier<HttpResponse<T>> request, Excuse excuse) {
    boolean wasFine = fine.getAsBoolean();
    Optional<HttpResponse<T>> answer;
    try {
      answer = Optional.of(request.get()).filter(each -> each.statusCode() != UNAVAILABLE);
    } catch (UncheckedIOException brokenOff) {
      if (excuse == Excuse.NONE) {
        throw brokenOff;
      }
      answer = Optional.empty();
    }
    return new Attempt<>(answer, excuse == Excuse.WEATHER && !(wasFine && fine.getAsBoolean()));
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
      RestClient client = places.get(place);
      HttpResponse<byte[]> response = ask(() -> client.get(blob.path()), Excuse.NONE).orElseThrow();
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

  /** Lets no client begin anything more. */
  @Override
  public void close() {
    stopped = true;
  }
}
