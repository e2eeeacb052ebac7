package io.aumbry.tests.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Patience;
import io.aumbry.tests.cluster.GeoBlob.Content;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Clients that put, replace, read, list and delete names through all frontends, and judge every
 * answer. Only one client changes a name, so the blob of the name is known. After a change without
 * a clear answer, both outcomes are possible for ever, because the commit may come late. The client
 * then does not change the name again.
 *
 * <ul>
 *   <li>A name reads the exact bytes of the last acknowledged upload, from every frontend.
 *   <li>A list contains all acknowledged names and no deleted one.
 *   <li>A blob that lost its name disappears.
 * </ul>
 *
 * <p>Refusals with 503 and broken connections are not judged here, because the database may be
 * down. At the end of the load, every request must succeed.
 */
final class NamedLoad implements AutoCloseable {
  private static final String CONTAINER = "/named/aumbry/public";
  private static final int[] SIZES = {0, 200, 4_096, 70_000};
  private static final int UNAVAILABLE = 503;
  private static final int NAMES = 12;

  /** Pause after a refusal. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  /**
   * Time after which a blob without a name is gone: readers of a replaced one have five minutes.
   */
  private static final Duration DISAPPEARANCE = Duration.ofMinutes(8);

  private static final Pattern NAME = Pattern.compile("\"blobName\":\"([^\"]*)\"");
  private static final Pattern NEXT = Pattern.compile("\"nextPageToken\":\"([^\"]*)\"");

  private final List<RestClient> frontends;
  private final Queue<String> ended = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final List<NamedClient> clients = new ArrayList<>();
  private final ClientThreads threads = new ClientThreads();

  /**
   * Starts clients.
   *
   * @param frontends clients that return every answer as it is
   */
  NamedLoad(List<RestClient> frontends, int count, long seed) {
    this.frontends = frontends;
    for (int i = 0; i < count; i++) {
      NamedClient client = new NamedClient("soak-" + seed + "/" + i + "/", new Random(seed + i));
      clients.add(client);
      threads.start(client::work);
    }
  }

  /**
   * The possible blobs of a name.
   *
   * @param mayBe contents; empty stands for no blob
   * @param path of the blob by id, if it is known
   */
  private record Known(Set<Optional<Content>> mayBe, Optional<String> path) {
    private static final Known ABSENT = new Known(Set.of(Optional.empty()), Optional.empty());

    boolean isSure() {
      return mayBe.size() == 1;
    }

    Known or(Optional<Content> other) {
      Set<Optional<Content>> more = new HashSet<>(mayBe);
      more.add(other);
      return new Known(more, path);
    }

    boolean isPresent() {
      return isSure() && !mayBe.contains(Optional.<Content>empty());
    }

    boolean isAbsent() {
      return isSure() && !isPresent();
    }

    boolean allows(HttpResponse<byte[]> response) {
      return switch (response.statusCode()) {
        case 200 ->
            mayBe.stream()
                .flatMap(Optional::stream)
                .anyMatch(content -> Arrays.equals(content.bytes(), response.body()));
        case 404, 410 -> mayBe.contains(Optional.<Content>empty());
        default -> false;
      };
    }
  }

  /** One client, with its own names. */
  private final class NamedClient {
    private final String prefix;
    private final Random random;
    private final Map<String, Known> names = new LinkedHashMap<>();
    private int next;

    NamedClient(String prefix, Random random) {
      this.prefix = prefix;
      this.random = random;
    }

    private void work() {
      while (!threads.isEnding()) {
        try {
          turn();
        } catch (AssertionError e) {
          threads.failed("" + e);
        }
        threads.turned();
      }
    }

    private void turn() {
      List<String> known = names.keySet().stream().filter(name -> known(name).isSure()).toList();
      if (known.size() < NAMES) {
        put(prefix + next++);
      } else {
        String name = known.get(random.nextInt(known.size()));
        if (random.nextInt(3) == 0) {
          delete(name);
        } else {
          put(name);
        }
        read(name, frontend());
      }
      names.keySet().stream()
          .skip(random.nextInt(names.size()))
          .findFirst()
          .ifPresent(name -> read(name, frontend()));
      list(frontend());
    }

    private RestClient frontend() {
      return frontends.get(random.nextInt(frontends.size()));
    }

    private Known known(String name) {
      return names.getOrDefault(name, Known.ABSENT);
    }

    private void put(String name) {
      Content content = new Content(random.nextLong(), SIZES[random.nextInt(SIZES.length)]);
      Known before = known(name);
      names.put(name, before.or(Optional.of(content)));
      RestClient frontend = frontend();
      ask(() ->
              frontend.put(
                  CONTAINER + "/" + name,
                  BodyPublishers.ofByteArray(content.bytes()),
                  Map.of("x-ambry-named-upsert", "true")))
          .ifPresent(response -> {
            assertThat(response.statusCode())
                .as("PUT %s: %s", name, response.body())
                .isEqualTo(201);
            before.path().ifPresent(ended::add);
            names.put(
                name,
                new Known(Set.of(Optional.of(content)), response.headers().firstValue("Location")));
          });
    }

    private void delete(String name) {
      Known before = known(name);
      names.put(name, before.or(Optional.empty()));
      RestClient frontend = frontend();
      ask(() -> frontend.delete(CONTAINER + "/" + name))
          .ifPresent(response -> {
            assertThat(response.statusCode()).as("DELETE %s", name).isIn(202, 404);
            before.path().ifPresent(ended::add);
            names.put(name, Known.ABSENT);
          });
    }

    private void read(String name, RestClient frontend) {
      ask(() -> frontend.get(CONTAINER + "/" + name)).ifPresent(response -> judge(name, response));
    }

    private void judge(String name, HttpResponse<byte[]> response) {
      if (!known(name).allows(response)) {
        threads.failed(
            "GET %s: %d with %d bytes, must be %s"
                .formatted(
                    name, response.statusCode(), response.body().length, known(name).mayBe()));
      }
    }

    private void list(RestClient frontend) {
      Set<String> listed = new HashSet<>();
      String page = "";
      do {
        String query =
            "?prefix=" + prefix + "&max-keys=5" + (page.isEmpty() ? "" : "&page=" + page);
        Optional<HttpResponse<byte[]>> response = ask(() -> frontend.get(CONTAINER + query));
        if (response.isEmpty()) {
          return;
        }
        String text = new String(response.get().body(), UTF_8);
        assertThat(response.get().statusCode()).as("list: %s", text).isEqualTo(200);
        NAME.matcher(text).results().map(found -> found.group(1)).forEach(listed::add);
        page = NEXT.matcher(text).results().findFirst().map(NamedLoad::first).orElse("");
      } while (!page.isEmpty());
      names.forEach((name, known) -> {
        if (known.isPresent() && !listed.contains(name)) {
          threads.failed("the list of " + prefix + " lacks " + name);
        }
        if (known.isAbsent() && listed.contains(name)) {
          threads.failed("the list of " + prefix + " has the deleted name " + name);
        }
      });
    }

    /** Reads all names through all frontends, which must agree. Called after the load. */
    private void readAll() {
      for (String name : names.keySet()) {
        Set<String> answers = new HashSet<>();
        for (RestClient frontend : frontends) {
          HttpResponse<byte[]> response = surely(() -> frontend.get(CONTAINER + "/" + name));
          judge(name, response);
          answers.add(response.statusCode() + " " + Arrays.hashCode(response.body()));
        }
        if (answers.stream().map(answer -> answer.startsWith("200")).distinct().count() > 1) {
          threads.failed("frontends do not agree on " + name + ": " + answers);
        }
      }
      frontends.forEach(this::list);
    }
  }

  private static String first(MatchResult found) {
    return found.group(1);
  }

  /** A request. */
  private interface Request<T> {
    HttpResponse<T> send();
  }

  /** Sends a request once. Returns empty if it was refused or broken off. */
  private <T> Optional<HttpResponse<T>> ask(Request<T> request) {
    try {
      HttpResponse<T> response = request.send();
      if (response.statusCode() != UNAVAILABLE) {
        return Optional.of(response);
      }
    } catch (UncheckedIOException brokenOff) {
      // Counted below; the change may have been made.
    }
    refused.incrementAndGet();
    LockSupport.parkNanos(PAUSE.toNanos());
    return Optional.empty();
  }

  private <T> HttpResponse<T> surely(Request<T> request) {
    return Patience.await().until(() -> ask(request), Optional::isPresent).orElseThrow();
  }

  /** Waits until each client has made {@code more} turns without failure. */
  void awaitTurns(int more) {
    threads.awaitTurns(more);
  }

  void stop() throws InterruptedException {
    threads.stop();
  }

  /** Reads and lists all names in all data centres. */
  void readAll() {
    clients.parallelStream().forEach(NamedClient::readAll);
  }

  /** Waits until no blob that lost its name can be read any more. */
  void awaitDisappearance() {
    RestClient frontend = frontends.getFirst();
    for (String path : ended) {
      Patience.await()
          .atMost(DISAPPEARANCE)
          .until(
              () -> surely(() -> frontend.get(path)).statusCode(),
              status -> status == 410 || status == 404);
    }
  }

  List<String> failures() {
    return threads.failures();
  }

  /** Describes the load. */
  String summary() {
    return "%d turns of named clients, %d requests refused or broken off, %d blobs lost their name"
        .formatted(threads.turns(), refused.get(), ended.size());
  }

  @Override
  public void close() {
    threads.end();
  }
}
