package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;

import io.aumbry.tests.cluster.GeoBlob.Content;
import io.aumbry.tests.cluster.GeoBlob.Life;
import io.aumbry.tests.cluster.GeoBlob.Span;
import io.aumbry.tests.cluster.GeoBlob.State;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Clients in several data centres that put, read, delete, undelete and update TTLs without end, and
 * judge every answer. Only one thread changes a blob, so its state is known, except after a change
 * without a clear answer.
 *
 * <ul>
 *   <li>A request in the blob's own data centre succeeds, whatever the state of the network between
 *       data centres.
 *   <li>While that network has a fault, another data centre may refuse with 503. It may answer with
 *       the state before the last change, but never with "not found".
 *   <li>A frontend that ends does not answer, and its requests may or may not take effect. Its
 *       successor does not know its answers.
 *   <li>No answer has wrong bytes.
 * </ul>
 *
 * <p>A client repeats a request that was refused without an excuse until the patience of the test
 * ends, because the machine may be slow.
 */
final class GeoLoad implements AutoCloseable {
  private static final int[] SIZES = {0, 200, 4_096, 70_000, 300_000};
  private static final int UNAVAILABLE = 503;

  /** Time until a client tries again after its frontend is gone. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final List<RestClient> places;
  private final Conditions conditions;
  private final Queue<GeoBlob> blobs = new ConcurrentLinkedQueue<>();
  private final Requests requests = new Requests();
  private final ClientThreads threads = new ClientThreads();

  /**
   * Starts clients.
   *
   * @param places for each data centre, a client that returns every answer as it is
   */
  GeoLoad(List<RestClient> places, int clientsInEach, long seed, Conditions conditions) {
    this.places = places;
    this.conditions = conditions;
    for (int client = 0; client < places.size() * clientsInEach; client++) {
      int place = client % places.size();
      Random random = new Random(seed * 1_000 + client);
      threads.start(() -> work(place, random));
    }
  }

  private void work(int home, Random random) {
    while (!threads.isEnding()) {
      try {
        Optional<GeoBlob> blob = put(home, random);
        if (blob.isPresent()) {
          turn(blob.get(), random);
          threads.turned();
        } else {
          LockSupport.parkNanos(PAUSE.toNanos());
        }
      } catch (UncheckedIOException | ConditionTimeoutException | AssertionError e) {
        threads.failed("" + e);
        threads.turned();
      }
    }
  }

  private void turn(GeoBlob blob, Random random) {
    int home = blob.home();
    int other = other(home, random);
    read(blob, home);
    read(blob, other);
    if (blob.life() == Life.SHORT) {
      return;
    }
    if (random.nextInt(3) == 0) {
      change(blob, random.nextBoolean() ? home : other, State.DELETED);
      read(blob, home);
      read(blob, other);
      if (random.nextBoolean() && blob.isSure()) {
        change(blob, random.nextBoolean() ? home : other, State.ALIVE);
        read(blob, home);
      }
    } else if (blob.life() == Life.WEEK) {
      keep(blob);
    }
  }

  private int other(int place, Random random) {
    return (place + 1 + random.nextInt(places.size() - 1)) % places.size();
  }

  /**
   * Puts a blob.
   *
   * @return empty if the frontend did not answer and had an excuse
   */
  private Optional<GeoBlob> put(int home, Random random) {
    Content content = new Content(random.nextLong(), SIZES[random.nextInt(SIZES.length)]);
    Life life =
        switch (random.nextInt(8)) {
          case 0 -> Life.SHORT;
          case 1, 2 -> Life.WEEK;
          default -> Life.WITHOUT_END;
        };
    Map<String, String> headers =
        life == Life.WITHOUT_END ? Map.of() : Map.of("x-ambry-ttl", "" + life.seconds());
    long began = System.nanoTime();
    return ask(
            home,
            client -> client.post(BodyPublishers.ofByteArray(content.bytes()), headers),
            Excuse.NONE)
        .map(response -> {
          GeoBlob blob =
              new GeoBlob(location(home, response), home, content, life, spanSince(began));
          blobs.add(blob);
          return blob;
        });
  }

  private static String location(int home, HttpResponse<String> response) {
    if (response.statusCode() != 201) {
      throw new AssertionError(
          "POST in " + home + ": " + response.statusCode() + " " + response.body());
    }
    return response.headers().firstValue("Location").orElseThrow();
  }

  private Span spanSince(long beganNanos) {
    return new Span(beganNanos, System.nanoTime(), conditions.clockError());
  }

  /** Deletes or undeletes a blob. An undelete needs all data centres, wherever it is requested. */
  private void change(GeoBlob blob, int place, State to) {
    boolean deletes = to == State.DELETED;
    Optional<HttpResponse<byte[]>> response =
        ask(
            place,
            client ->
                deletes ? client.delete(blob.path()) : client.change("/undelete", blob.path()),
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

  /** A refused undelete may have taken effect. The next one is then answered with "not deleted". */
  private static List<Integer> done(State to) {
    return to == State.DELETED ? List.of(202) : List.of(200, 409);
  }

  private void keep(GeoBlob blob) {
    ask(blob.home(), client -> client.change("/updateTtl", blob.path()), Excuse.NONE)
        .filter(response -> response.statusCode() != 200)
        .ifPresent(response -> {
          throw new AssertionError("TTL update: " + response.statusCode() + ", " + blob);
        });
  }

  private void read(GeoBlob blob, int place) {
    Excuse excuse = place == blob.home() ? Excuse.NONE : Excuse.WEATHER;
    long began = System.nanoTime();
    ask(place, client -> client.get(blob.path()), excuse)
        .ifPresent(response ->
            judge(
                blob,
                place,
                response,
                blob.mayBe(place, conditions.isSteady(place), spanSince(began))));
  }

  /** Faults that may excuse a refusal. */
  private enum Excuse {
    NONE,
    WEATHER
  }

  /** The outcome of a request: an answer, or none with or without an excuse. */
  private record Attempt<T>(Optional<HttpResponse<T>> answer, boolean excused) {
    boolean isSettled() {
      return answer.isPresent() || excused;
    }
  }

  /**
   * Sends a request until it is answered.
   *
   * @return empty if it was refused or broken off and had an excuse
   */
  private <T> Optional<HttpResponse<T>> ask(int place, Request<T> request, Excuse excuse) {
    return await()
        .pollDelay(Duration.ZERO)
        .until(() -> askOnce(place, request, excuse), Attempt::isSettled)
        .answer();
  }

  /** A request to a client. */
  private interface Request<T> {
    HttpResponse<T> send(RestClient to);
  }

  private <T> Attempt<T> askOnce(int place, Request<T> request, Excuse excuse) {
    boolean wasFine = conditions.isFine();
    boolean wasSteady = conditions.isSteady(place);
    Supplier<Boolean> weather = () -> excuse == Excuse.WEATHER && !(wasFine && conditions.isFine());
    requests.sent.incrementAndGet();
    try {
      HttpResponse<T> response = request.send(places.get(place));
      if (response.statusCode() != UNAVAILABLE) {
        return new Attempt<>(Optional.of(response), false);
      }
      requests.refused.incrementAndGet();
      return new Attempt<>(Optional.empty(), weather.get());
    } catch (UncheckedIOException brokenOff) {
      requests.brokenOff.incrementAndGet();
      if (!weather.get() && wasSteady && conditions.isSteady(place)) {
        throw brokenOff;
      }
      return new Attempt<>(Optional.empty(), true);
    }
  }

  /** Counts of requests by outcome. */
  static final class Requests {
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger brokenOff = new AtomicInteger();

    @Override
    public String toString() {
      return sent + " requests, " + refused + " refused, " + brokenOff + " broken off";
    }
  }

  private void judge(GeoBlob blob, int place, HttpResponse<byte[]> response, Set<State> mayBe) {
    boolean right =
        switch (response.statusCode()) {
          case 200 -> mayBe.contains(State.ALIVE) && Arrays.equals(response.body(), blob.content());
          case 410 -> mayBe.contains(State.DELETED);
          default -> false;
        };
    if (!right) {
      threads.failed("GET in " + place + ": " + response.statusCode() + ", " + blob);
    }
  }

  /** Waits until each client has made {@code more} turns without failure. */
  void awaitTurns(int more) {
    threads.awaitTurns(more);
  }

  void stop() throws InterruptedException {
    threads.stop();
  }

  /** Reads all blobs in all data centres. The answers must agree and show every change. */
  void readAll() {
    blobs.parallelStream().forEach(this::readEverywhere);
  }

  private void readEverywhere(GeoBlob blob) {
    Set<State> agreed = EnumSet.allOf(State.class);
    for (int place = 0; place < places.size(); place++) {
      long began = System.nanoTime();
      HttpResponse<byte[]> response =
          ask(place, client -> client.get(blob.path()), Excuse.NONE).orElseThrow();
      Set<State> mayBe = EnumSet.copyOf(blob.mayEndAs(spanSince(began)));
      mayBe.retainAll(agreed);
      judge(blob, place, response, mayBe);
      if (!blob.isSure()) {
        agreed = EnumSet.of(response.statusCode() == 200 ? State.ALIVE : State.DELETED);
      }
    }
  }

  /** Reads the blobs that must be alive in all data centres. */
  void readAlive() {
    blobs.parallelStream().filter(GeoBlob::stays).forEach(this::readEverywhere);
  }

  List<String> failures() {
    return threads.failures();
  }

  int count() {
    return blobs.size();
  }

  int turns() {
    return threads.turns();
  }

  Requests requests() {
    return requests;
  }

  @Override
  public void close() {
    threads.end();
  }
}
