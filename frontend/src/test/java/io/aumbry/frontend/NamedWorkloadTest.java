package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.NameModel.Blob;
import io.aumbry.frontend.NameModel.Finding;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.runtime.Patience;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random requests with names to the frontends of two data centres, which restart, against a model.
 * They share the database and the blobs. The second one has a read replica of the database, which
 * is refreshed at random.
 */
@Tag("section-10")
final class NamedWorkloadTest {
  private static final int STEPS = 300;
  private static final int DIRECTORIES = 3;

  @TempDir private Path folder;

  private NamedCluster cluster;
  private ReadReplica replica;
  private NameModel model;
  private List<NamedCluster.Node> nodes;

  @BeforeEach
  void start() {
    cluster = new NamedCluster(folder);
    replica = new ReadReplica(folder.resolve("catalog.db"), folder.resolve("replica.db"));
    model = new NameModel(cluster.time::wallMillis);
    replica.refresh();
    nodes = new ArrayList<>(List.of(cluster.start(), cluster.startFar(replica)));
  }

  @AfterEach
  void stop() {
    nodes.forEach(NamedCluster.Node::close);
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyAnswerIsThatOfTheModel(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      disturb(random);
      int at = random.nextInt(2);
      new Step(nodes.get(at), at == 1, random, "seed " + seed + ", step " + step).run();
    }
    checkAll();
  }

  private void disturb(Random random) {
    switch (random.nextInt(60)) {
      case 0 -> {
        nodes.getFirst().close();
        nodes.set(0, cluster.start());
      }
      case 1 -> {
        nodes.getLast().close();
        nodes.set(1, cluster.startFar(replica));
      }
      case 2, 3, 4 -> {
        replica.refresh();
        model.refreshReplica();
      }
      case 5 -> {
        model.replacedBlobsEnd();
        cluster.advance(Duration.ofMinutes(6));
      }
      default -> {}
    }
  }

  /** One random request. */
  private final class Step {
    private final NamedClient client;
    private final boolean isFar;
    private final Random random;
    private final String text;
    private final String name;

    Step(NamedCluster.Node node, boolean isFar, Random random, String text) {
      this.client = new NamedClient(node.http, NamedCluster.BOX);
      this.isFar = isFar;
      this.random = random;
      this.text = text;
      String directory = random.nextInt(5) == 0 ? "" : "dir-" + random.nextInt(DIRECTORIES) + "/";
      this.name = directory + random.nextInt(6);
    }

    void run() {
      switch (random.nextInt(10)) {
        case 0 -> create();
        case 1 -> put(client.upsert(name, text));
        case 2 -> put(client.upsert(name, text).header("x-ambry-ttl", "120"));
        case 3 -> delete();
        case 4 -> model.blob(name, false).ifPresent(this::deleteById);
        case 5 -> list(false);
        case 6 -> list(true);
        case 7 -> read(true);
        default -> read(false);
      }
    }

    private void create() {
      HttpRequest.Builder upload = client.upload(name, text);
      if (model.blob(name, false).isPresent()) {
        assertThat(client.send(upload).statusCode()).as(text).isEqualTo(409);
      } else {
        put(upload);
      }
    }

    private void put(HttpRequest.Builder upload) {
      long now = cluster.time.wallMillis();
      HttpResponse<String> reply = client.send(upload);
      assertThat(reply.statusCode()).as(text + reply.body()).isEqualTo(201);
      long ttl =
          upload
              .build()
              .headers()
              .firstValueAsLong("x-ambry-ttl")
              .orElse(Duration.ofDays(1000).toSeconds());
      model.put(name, new Blob(HttpRest.header(reply, "location"), text, now + 1000 * ttl));
    }

    private void delete() {
      Finding before = model.find(name, false);
      assertThat(client.delete(name).statusCode())
          .as(text)
          .isEqualTo(before == Finding.NOTHING ? 404 : 202);
      if (before != Finding.NOTHING) {
        model.delete(name);
      }
    }

    private void deleteById(Blob blob) {
      HttpResponse<String> reply = client.send(client.http().to(blob.id()).DELETE());
      assertThat(reply.statusCode()).as(text).isEqualTo(202);
      model.delete(name);
    }

    private void read(boolean local) {
      HttpRequest.Builder get = client.to(name).GET();
      HttpResponse<String> reply =
          client.send(local ? get.header("x-ambry-local-get", "true") : get);
      boolean stale = local && isFar;
      Finding finding = model.find(name, stale);
      Optional<String> content = model.blob(name, stale).map(Blob::content);
      int status = reply.statusCode();
      assertThat(status).as(text).isIn(expected(finding));
      if (status == 200) {
        assertThat(reply.body()).as(text).isEqualTo(content.orElseThrow());
      }
    }

    private static List<Integer> expected(Finding finding) {
      return switch (finding) {
        case NOTHING -> List.of(404);
        case GONE -> List.of(410);
        case BLOB -> List.of(200);
        case BLOB_OR_GONE -> List.of(200, 410);
      };
    }

    private void list(boolean local) {
      boolean stale = local && isFar;
      String prefix = random.nextBoolean() ? "" : "dir-" + random.nextInt(DIRECTORIES);
      boolean grouped = random.nextBoolean();
      int size = 1 + random.nextInt(5);
      List<String> listed = new ArrayList<>();
      Optional<String> token = Optional.of("");
      while (token.isPresent()) {
        HttpRequest.Builder request =
            client
                .http()
                .to(
                    "/named/photos/box?prefix=%s&max-keys=%d&page=%s%s"
                        .formatted(prefix, size, token.get(), grouped ? "&delimiter=/" : ""))
                .GET();
        NamedListsTest.Page page =
            NamedListsTest.Page.of(
                client.send(local ? request.header("x-ambry-local-get", "true") : request));
        assertThat(page.entries()).as(text).hasSizeLessThanOrEqualTo(size);
        listed.addAll(page.names());
        token = page.nextPageToken();
      }
      assertThat(listed)
          .as(text)
          .isEqualTo(grouped ? model.directories(prefix, stale) : model.list(prefix, stale));
    }
  }

  /** Each name has its bytes in each data centre, and in the end there is no other blob. */
  private void checkAll() {
    model.replacedBlobsEnd();
    cluster.advance(Duration.ofMinutes(6));
    Set<BlobId> expected = new HashSet<>();
    for (String name : model.list("", false)) {
      Blob blob = model.blob(name, false).orElseThrow();
      expected.add(BlobId.parse(blob.id().substring(1)));
      for (NamedCluster.Node node : nodes) {
        assertThat(new NamedClient(node.http, NamedCluster.BOX).get(name).body())
            .isEqualTo(blob.content());
        assertThat(node.http.get(blob.id()).body()).isEqualTo(blob.content());
      }
    }
    assertThat(expected).isNotEmpty();
    Patience.await()
        .untilAsserted(() -> assertThat(new HashSet<>(cluster.router.live())).isEqualTo(expected));
  }
}
