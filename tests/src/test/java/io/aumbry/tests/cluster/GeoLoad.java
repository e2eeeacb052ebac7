package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.GeoBlob.Content;
import io.aumbry.tests.cluster.GeoBlob.Life;
import io.aumbry.tests.cluster.GeoBlob.Span;
import io.aumbry.tests.cluster.GeoBlob.State;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
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
 * Clients in several data centres that put, read here and there, delete, undelete and keep without
 * end, and the judge of what they were told. Each blob is changed by one thread only, so what it
 * must be is known but for changes of which the answer left it open.
 *
 * <ul>
 *   <li>What is asked where the blob was made is done, whatever the network between them is like.
 *   <li>Another data centre may refuse with 503 while that network is not well; it may say what was
 *       so before the last change; it never says "not found".
 *   <li>A frontend that ends answers nothing, and what it was asked may come about or not. The next
 *       one does not know what the former one had told anybody.
 *   <li>Nobody ever answers with other bytes.
 * </ul>
 *
 * A refusal that nothing excuses is asked again, as long as a test is patient: a machine may be
 * slow.
 */
final class GeoLoad implements AutoCloseable {
  private static final int[] SIZES = {0, 200, 4_096, 70_000, 300_000};
  private static final int UNAVAILABLE = 503;

  /** Until a client whose frontend is gone tries again. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final List<RestClient> places;
  private final Conditions conditions;
  private final Queue<GeoBlob> blobs = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger turns = new AtomicInteger();
  private final Requests requests = new Requests();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * Starts clients.
   *
   * @param places a client for each data centre, which takes answers as they come
   */
  GeoLoad(List<RestClient> places, int clientsInEach, long seed, Conditions conditions) {
    this.places = places;
    this.conditions = conditions;
    for (int client = 0; client < places.size() * clientsInEach; client++) {
      int place = client % places.size();
      Random random = new Random(seed * 1_000 + client);
      threads.add(Thread.ofVirtual().start(() -> work(place, random)));
    }
  }

  private void work(int home, Random random) {
    while (!stopped) {
      try {
        Optional<GeoBlob> blob = put(home, random);
        if (blob.isPresent()) {
          turn(blob.get(), random);
          turns.incrementAndGet();
        } else {
          LockSupport.parkNanos(PAUSE.toNanos());
        }
      } catch (UncheckedIOException | ConditionTimeoutException | AssertionError e) {
        failures.add("" + e);
        turns.incrementAndGet();
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

  /** Empty when the frontend did not answer, with an excuse. */
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

  /** Deletes or undeletes; an undelete needs all data centres, wherever it is asked for. */
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

  /**
   * An undelete that was refused may have come about: the next one hears that it is not deleted.
   */
  private static List<Integer> done(State to) {
    return to == State.DELETED ? List.of(202) : List.of(200, 409);
  }

  private void keep(GeoBlob blob) {
    ask(blob.home(), client -> client.change("/updateTtl", blob.path()), Excuse.NONE)
        .filter(response -> response.statusCode() != 200)
        .ifPresent(response -> {
          throw new AssertionError("keep: " + response.statusCode() + ", " + blob);
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
  private <T> Optional<HttpResponse<T>> ask(int place, Request<T> request, Excuse excuse) {
    return await()
        .pollDelay(Duration.ZERO)
        .until(() -> askOnce(place, request, excuse), Attempt::isSettled)
        .answer();
  }

  /** What one is asked. */
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

  /** How many there were, and what came of them. */
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

  /** Reads the blobs that must be there in all data centres, and nothing else. */
  void readAlive() {
    blobs.parallelStream().filter(GeoBlob::stays).forEach(this::readEverywhere);
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  int count() {
    return blobs.size();
  }

  int turns() {
    return turns.get();
  }

  Requests requests() {
    return requests;
  }

  /** Lets no client begin anything more. */
  @Override
  public void close() {
    stopped = true;
  }
}
