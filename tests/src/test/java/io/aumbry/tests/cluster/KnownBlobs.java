package io.aumbry.tests.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.Patience;
import io.aumbry.tests.cluster.GeoBlob.Content;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Blobs of each state, which other builds read later. */
final class KnownBlobs {
  private static final int LARGE = (8 << 20) + 7;
  private static final int[] SIZES = {0, 1_000, 300_000, LARGE};
  private static final String NAMES = "/named/aumbry/public/versions/";

  private static final Pattern LIFE = Pattern.compile("\"lifeVersion\":\\d+");

  /** Paths of blobs by id or name. */
  private final Map<String, Content> contents = new LinkedHashMap<>();

  /** Paths of blobs by id, of which each replica has its own record. */
  private final Set<String> ids = new LinkedHashSet<>();

  private final Set<String> deleted = new LinkedHashSet<>();
  private long seed;

  /** Puts blobs, and deletes, undeletes and names some, or updates their TTL. */
  void write(RestClient rest) {
    for (int size : SIZES) {
      put(size, Map.of(), rest);
    }
    List<String> changed =
        List.of(
            put(2_000, Map.of(), rest),
            put(2_001, Map.of(), rest),
            put(2_002, Map.of("x-ambry-ttl", "100000"), rest));
    requireStatus(200, rest.change("/updateTtl", changed.get(2)), "TTL update");
    delete(changed.get(0), rest);
    delete(changed.get(1), rest);
    undelete(changed.get(1), rest);
    name(rest);
  }

  private String put(int size, Map<String, String> headers, RestClient rest) {
    Content content = new Content(++seed, size);
    String path = rest.put(BodyPublishers.ofByteArray(content.bytes()), headers);
    contents.put(path, content);
    ids.add(path);
    return path;
  }

  private void delete(String path, RestClient rest) {
    requireStatus(202, rest.delete(path), "DELETE");
    deleted.add(path);
  }

  private void undelete(String path, RestClient rest) {
    requireStatus(200, rest.change("/undelete", path), "undelete");
    deleted.remove(path);
  }

  private void name(RestClient rest) {
    Content content = new Content(++seed, 5_000);
    String name = NAMES + seed;
    HttpResponse<String> response =
        rest.put(name, BodyPublishers.ofByteArray(content.bytes()), Map.of());
    assertThat(response.statusCode()).as("PUT of a name: %s", response.body()).isEqualTo(201);
    contents.put(name, content);
  }

  /** Deletes, undeletes and changes blobs of earlier calls of {@link #write}. */
  void change(RestClient rest) {
    List<String> before = ids.stream().filter(path -> !deleted.contains(path)).toList();
    List<String> back = List.copyOf(deleted);
    delete(before.get(1), rest);
    delete(before.get(3), rest);
    requireStatus(200, rest.change("/updateTtl", before.get(2)), "TTL update");
    back.forEach(path -> undelete(path, rest));
  }

  private static void requireStatus(int status, HttpResponse<byte[]> response, String what) {
    assertThat(response.statusCode())
        .as("%s: %s", what, new String(response.body(), UTF_8))
        .isEqualTo(status);
  }

  /** Requires that each byte can be read, and that deleted blobs are gone. */
  void requireReadable(RestClient rest) {
    contents.forEach((path, content) -> {
      HttpResponse<byte[]> response = rest.get(path);
      if (deleted.contains(path)) {
        assertThat(response.statusCode()).as("GET of deleted %s", path).isEqualTo(410);
      } else {
        assertThat(response.statusCode()).as("GET %s", path).isEqualTo(200);
        assertThat(response.body()).as("content of %s", path).isEqualTo(content.bytes());
        assertThat(response.headers().firstValue("x-ambry-ttl")).as("TTL of %s", path).isEmpty();
      }
    });
  }

  /** Waits until the replica of a node has the record and the latest state of each blob. */
  void awaitOn(String node, RestClient rest) {
    for (String path : ids) {
      Patience.await()
          .untilAsserted(() -> {
            String status = new String(rest.get(path + "/Status").body(), UTF_8);
            String deletion = "\"deleted\":" + deleted.contains(path);
            assertThat(status).as("status of %s", path).contains(deletion + ",\"lifeVersion\":");
            assertThat(copy(node, status))
                .as("status of %s on %s", path, node)
                .contains(deletion, life(status));
          });
    }
  }

  /** The first life in a status is the latest one of all replicas. */
  private static String life(String status) {
    return LIFE.matcher(status).results().findFirst().map(MatchResult::group).orElse("no life");
  }

  private static String copy(String node, String status) {
    return Stream.of(status.split("\"node\":", -1))
        .filter(part -> part.startsWith("\"" + node + "\""))
        .findFirst()
        .orElse("none of " + node + " in " + status);
  }
}
