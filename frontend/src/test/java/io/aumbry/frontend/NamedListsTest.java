package io.aumbry.frontend;

import static io.aumbry.frontend.HttpRest.header;
import static io.aumbry.frontend.NamedClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonReader;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of names, REST-API.md, section 10. */
@Tag("section-10")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NamedListsTest {
  private static final List<String> NAMES =
      List.of("a", "dir/b", "dir/c", "dir/deep/d", "dir/deep/e", "dirt", "z y", "ä");

  private NamedCluster cluster;
  private NamedCluster.Node node;
  private NamedClient box;

  record Page(List<Entry> entries, Optional<String> nextPageToken) {
    static Page of(HttpResponse<String> reply) {
      assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
      assertThat(header(reply, "content-type")).isEqualTo("application/json");
      return new JsonReader<>(Page.class, DataSize.parse("1 MiB"))
          .read(reply.body().getBytes(StandardCharsets.UTF_8));
    }

    List<String> names() {
      return entries.stream().map(Entry::blobName).toList();
    }
  }

  record Entry(
      String blobName,
      long blobSize,
      long modifiedTimeMs,
      boolean isDirectory,
      Optional<Long> expirationTimeMs) {}

  @BeforeAll
  void start(@TempDir Path folder) {
    cluster = new NamedCluster(folder);
    node = cluster.start();
    box = new NamedClient(node.http, NamedCluster.BOX);
    NAMES.forEach(name -> box.stored(name, "content of " + name));
  }

  @AfterAll
  void stop() {
    node.close();
    cluster.close();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Page page(String query) {
    return Page.of(box.list(query));
  }

  @Test
  void section10AListHasTheNamesInOrder() {
    long before = cluster.time.wallMillis() - 60_000;
    Page page = page("prefix=");
    assertThat(page.names()).isEqualTo(NAMES);
    assertThat(page.nextPageToken()).isEmpty();
    Entry first = page.entries().getFirst();
    assertThat(first.blobSize()).isEqualTo("content of a".length());
    assertThat(first.modifiedTimeMs()).isBetween(before, cluster.time.wallMillis());
    assertThat(first.isDirectory()).isFalse();
    assertThat(first.expirationTimeMs()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"dir, 5", "dir/, 4", "dir/deep/, 2", "dir/deep/d, 1", "none, 0", "ä, 1"})
  void section10APrefixSelects(String prefix, int count) {
    assertThat(page("prefix=" + encoded(prefix)).entries())
        .hasSize(count)
        .allMatch(entry -> entry.blobName().startsWith(prefix));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "7", "8", "1000"})
  void section10PagesJoinToTheWholeList(int size) {
    List<String> names = new ArrayList<>();
    Optional<String> token = Optional.of("");
    while (token.isPresent()) {
      Page page = page("prefix=&max-keys=" + size + "&page=" + encoded(token.get()));
      assertThat(page.entries()).hasSizeLessThanOrEqualTo(size);
      names.addAll(page.names());
      token = page.nextPageToken();
      token.ifPresent(
          next -> assertThat(NAMES).as("the first name of the next page").contains(next));
    }
    assertThat(names).isEqualTo(NAMES);
  }

  @Test
  @Tag("section-16")
  void section10APageHas1000NamesByDefault() {
    cluster.accounts.put("many", NamedCluster.rules(NameMode.OPTIONAL));
    NamedClient many = new NamedClient(node.http, "many");
    // Concurrent uploads share their commits.
    assertThat(IntStream.range(0, 1001).parallel().mapToObj(i -> many.stored("n" + i, "x")))
        .hasSize(1001);
    Page first = Page.of(many.list("prefix="));
    assertThat(first.entries()).hasSize(1000);
    Page second = Page.of(many.list("prefix=&page=" + first.nextPageToken().orElseThrow()));
    assertThat(second.names()).containsExactly(first.nextPageToken().orElseThrow());
    assertThat(second.nextPageToken()).isEmpty();
  }

  @Test
  void section10ADelimiterGroupsDirectories() {
    Page page = page("prefix=&delimiter=%2F");
    assertThat(page.names()).containsExactly("a", "dir/", "dirt", "z y", "ä");
    assertThat(page.entries().get(1).isDirectory()).isTrue();
    assertThat(page("prefix=dir/&delimiter=/").names())
        .containsExactly("dir/b", "dir/c", "dir/deep/");
    Page first = page("prefix=&delimiter=/&max-keys=1");
    assertThat(first.nextPageToken())
        .hasValueSatisfying(next -> assertThat(next).startsWith("dir/"));
    assertThat(
            page("prefix=&delimiter=/&page=" + encoded(first.nextPageToken().orElseThrow()))
                .names())
        .containsExactly("dir/", "dirt", "z y", "ä");
  }

  @ParameterizedTest
  @CsvSource({
    "max-keys=5, prefix",
    "prefix=&max-keys=0, max-keys",
    "prefix=&max-keys=1001, must be 1 to 1000",
    "prefix=&max-keys=x, max-keys",
    "prefix=&delimiter=-, delimiter",
    "prefix=a&prefix=b, prefix",
    "prefix=%FF, UTF-8"
  })
  void section10WrongParametersAreRefused(String query, String reason) {
    assertRefused(box.list(query), 400, reason);
  }

  @Test
  void section10APrefixOrPageTokenThatNoNameCanHaveIsRefused() {
    String tooLong = "a".repeat(1401);
    assertRefused(box.list("prefix=" + tooLong), 400, "1400");
    assertRefused(box.list("prefix=&page=" + tooLong), 400, "1400");
  }

  @Test
  void section10HiddenAreDeletedAndExpiredNames() {
    cluster.accounts.put("hidden", NamedCluster.rules(NameMode.OPTIONAL));
    NamedClient hidden = new NamedClient(node.http, "hidden");
    hidden.stored("kept", "x");
    hidden.stored("deleted", "x");
    hidden.send(hidden.upload("expires", "x").header("x-ambry-ttl", "100"));
    Entry expires = Page.of(hidden.list("prefix=expires")).entries().getFirst();
    assertThat(expires.expirationTimeMs())
        .hasValueSatisfying(millis ->
            assertThat(millis)
                .isBetween(cluster.time.wallMillis(), cluster.time.wallMillis() + 100_000));
    hidden.delete("deleted");
    cluster.advance(Duration.ofSeconds(101));
    assertThat(Page.of(hidden.list("prefix=")).names()).containsExactly("kept");
  }

  @Test
  void section10AListAfterAnAcknowledgementHasTheName() {
    try (NamedCluster.Node second = cluster.start()) {
      cluster.accounts.put("fresh", NamedCluster.rules(NameMode.OPTIONAL));
      NamedClient writer = new NamedClient(node.http, "fresh");
      NamedClient reader = new NamedClient(second.http, "fresh");
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String name = "n-%02d".formatted(i);
        writer.stored(name, "x");
        expected.add(name);
        assertThat(Page.of(reader.list("prefix=")).names()).isEqualTo(expected);
        assertThat(reader.get(name).statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void section10AHeadOfAListHasNoBody() {
    HttpResponse<String> head =
        node.http.send(
            node.http
                .to("/named/photos/box?prefix=")
                .method("HEAD", java.net.http.HttpRequest.BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }
}
