package io.aumbry.tests.cluster;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.cluster.VersionMatrix.Cell;
import io.aumbry.tests.cluster.VersionMatrix.Work;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One direction of the matrix of {@code tests/versions}. A cluster of one build gets processes of
 * another one: first a frontend and a controller, then nodes. Each cell is one use of what the
 * other build wrote or says.
 */
final class MixedVersions implements AutoCloseable {
  private static final String FRONTEND = "frontend";
  private static final String CONTROLLER = "controller";
  private static final List<String> NODES = List.of("node1", "node2", "node3");
  private static final String ACCOUNT = "versions";

  private final VersionMatrix matrix;
  private final Side first;
  private final Side second;
  private final Path data;
  private final KnownBlobs blobs = new KnownBlobs();
  private @Nullable LiveCluster cluster;
  private @Nullable RestClient rest;

  /**
   * A build in the matrix.
   *
   * @param name in the table
   */
  record Side(String name, ProductBuild build, String version, boolean isEarlier) {}

  /**
   * A direction.
   *
   * @param first the build that makes the cluster
   * @param second the build that joins it
   * @param data a new folder
   */
  MixedVersions(VersionMatrix matrix, Side first, Side second, Path data) {
    this.matrix = matrix;
    this.first = first;
    this.second = second;
    this.data = data;
  }

  void run() throws IOException {
    matrix.begin();
    settings();
    require("cluster", "starts and takes blobs", "all %1$s", this::begin);
    frontend();
    controller();
    operators();
    arrival();
    departure();
    mixture();
    sqliteAgain();
    postgres();
    run("files", "all disks are sound", "%1$s command, disks of both", this::checkDisks);
  }

  private void run(String area, String what, String builds, Work work) {
    matrix.run(new Cell(area, what, builds.formatted(first.name, second.name)), work);
  }

  private void require(String area, String what, String builds, Work work) {
    matrix.require(new Cell(area, what, builds.formatted(first.name, second.name)), work);
  }

  private LiveCluster cluster() {
    return Objects.requireNonNull(cluster);
  }

  private RestClient rest() {
    return Objects.requireNonNull(rest);
  }

  /** A key that only this build knows is set when all processes are of this build. */
  private void settings() throws IOException {
    ReferenceSettings written = ReferenceSettings.of(first.build);
    ReferenceSettings known = ReferenceSettings.of(second.build);
    for (String role : written.rolesAlsoOf(known)) {
      Set<String> keys = new HashSet<>(written.keys(role));
      if (!first.isEarlier) {
        keys.retainAll(known.keys(role));
      }
      run(
          "settings",
          "defaults in config/" + role + ".conf",
          "%1$s file, %2$s process",
          () -> written.requireAcceptedBy(second.build, role, keys));
    }
  }

  private void begin() throws Exception {
    cluster = LiveCluster.start(first.build, data);
    rest = cluster.client();
    blobs.write(rest);
    administer(first, "account", "create", ACCOUNT);
    administer(first, "container", "create", ACCOUNT + "/" + first.name);
  }

  /** Runs a command of the administrator of the catalog. */
  private void administer(Side by, String... words) throws Exception {
    ProductBuild.Ended ended = catalogCommand(by, words);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  private ProductBuild.Ended catalogCommand(Side by, String... words) throws Exception {
    String[] all = new String[words.length + 1];
    all[0] = "admin";
    System.arraycopy(words, 0, all, 1, words.length);
    return by.build.run(Map.of("AUMBRY_PROFILES", data.resolve("profiles").toString()), all);
  }

  private void frontend() {
    require(
        "files",
        "a frontend starts from the accounts that it saved, without a catalog",
        "%2$s frontend, files of %1$s",
        this::frontendWithoutCatalog);
    require(
        "catalog",
        "SQLite: the schema is taken over",
        "%2$s frontend, catalog of %1$s",
        this::awaitNames);
    run(
        "catalog",
        "SQLite: accounts, containers and names",
        "%2$s frontend, catalog of %1$s",
        () -> useCatalog(first, second));
    run(
        "files",
        "blobs of each state and size are read",
        "%2$s frontend, written by %1$s",
        () -> blobs.requireReadable(rest()));
    new EveryRequest(rest())
        .all()
        .forEach(
            (name, request) -> run("requests", name, "%2$s frontend, %1$s nodes", request::run));
  }

  /** A frontend takes names when it has a lease in the catalog. */
  private void awaitNames() {
    await().untilAsserted(() -> putName("" + System.nanoTime()));
  }

  /** The file of the catalog is away for the start, so that the database cannot be opened. */
  private void frontendWithoutCatalog() throws Exception {
    Path file = data.resolve("catalog.db");
    Path away = data.resolve("catalog.away");
    cluster().stop(FRONTEND);
    Files.move(file, away);
    Files.createDirectory(file);
    try {
      cluster().start(FRONTEND, second.build);
      await().until(() -> cluster().isReady(FRONTEND));
      ProductBuild.Ended who =
          second.build.run(
              Map.of("AUMBRY_PROFILES", data.resolve("profiles").toString()), "whoami");
      assertThat(who.output()).as("whoami").doesNotContain("anonymous");
      assertThat(who.exitCode()).as(who.output()).isZero();
      assertThat(cluster().metrics(FRONTEND, "aumbry_catalog_reachable"))
          .as("the catalog can be reached")
          .containsExactly(0.0);
    } finally {
      Files.delete(file);
      Files.move(away, file);
    }
    cluster().awaitBack(FRONTEND);
  }

  /** Reads a container that one build made, and makes another and a name. */
  private void useCatalog(Side made, Side user) throws Exception {
    administer(user, "container", "show", ACCOUNT + "/" + made.name);
    String own = ACCOUNT + "/" + user.name;
    if (catalogCommand(user, "container", "show", own).exitCode() != 0) {
      administer(user, "container", "create", own);
    }
    administer(user, "container", "update", own, "--set", "description=of the last user");
    blobs.write(rest());
    blobs.requireReadable(rest());
  }

  private void restart(String name, Side by) throws IOException {
    cluster().stop(name);
    start(name, by);
  }

  private void start(String name, Side by) throws IOException {
    cluster().start(name, by.build);
    cluster().awaitBack(name);
  }

  private void controller() {
    require(
        "controller",
        "starts with the settings of the other build",
        "%2$s controller, files of %1$s",
        () -> restart(CONTROLLER, second));
    run(
        "controller",
        "a new partition is placed and serves",
        "%2$s controller, %1$s nodes",
        () -> {
          admin(first, 0, "partitions", "add", "1");
          awaitStatus(first, output -> output.matches("(?s).*dc1 +3 +0 +0 +13 +0 +0 +0 .*"));
        });
  }

  private String admin(Side by, int exitCode, String... words) throws Exception {
    ProductBuild.Ended ended = clusterCommand(by, words);
    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(exitCode);
    return ended.output();
  }

  private ProductBuild.Ended clusterCommand(Side by, String... words) throws Exception {
    String[] all = new String[words.length + 1];
    all[0] = "admin";
    System.arraycopy(words, 0, all, 1, words.length);
    return by.build.run(Map.of("AUMBRY_CLUSTER", data.toString()), all);
  }

  /** Waits until the cluster is healthy and the output is as wanted. */
  private void awaitStatus(Side by, Predicate<String> isWanted) {
    await()
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () -> assertThat(admin(by, 0, "status", "--timeout", "30")).matches(isWanted));
  }

  private void operators() {
    run(
        "operators",
        "admin status: healthy",
        "%2$s command, %1$s nodes",
        () -> awaitStatus(second, output -> output.contains(first.version)));
    run(
        "operators",
        "a lock is taken by one build, listed and released by the other",
        "%1$s and %2$s commands",
        this::lock);
    run(
        "operators",
        "admin maintenance plan: each host gets its turn",
        "%2$s command, %1$s nodes",
        () -> assertThat(plan()).contains("3 hosts in "));
  }

  private String plan() throws Exception {
    List<String> words = new ArrayList<>(List.of("maintenance", "plan"));
    words.addAll(NODES);
    words.add("--any-load");
    return admin(second, 0, words.toArray(String[]::new));
  }

  private void lock() throws Exception {
    lock(first, second);
    lock(second, first);
  }

  private void lock(Side owner, Side other) throws Exception {
    String taken =
        admin(owner, 0, "lock", "acquire", "node1", "--owner", owner.name, "--purpose", "versions");
    String number = taken.replaceFirst("(?s).*lock (\\d+) of node1.*", "$1");
    assertThat(admin(other, 0, "lock", "list")).contains(owner.name, "versions", "node1");
    admin(other, 0, "lock", "release", number);
  }

  /** A node of the second build joins those of the first, with the disks of the first. */
  private void arrival() {
    String node = "node3";
    run(
        "replication",
        "writes go on while a node is down",
        "%2$s frontend, %1$s nodes",
        () -> writeWithout(node));
    run(
        "files",
        "store check of a stopped node: sound",
        "%2$s command, disks of %1$s",
        () -> check(second, data.resolve(node)));
    require(
        "files",
        "a node starts with disks, index, tokens, identity and certificates",
        "%2$s node, files of %1$s",
        () -> start(node, second));
    run(
        "replication",
        "changes arrive that were made while the node was down",
        "%1$s nodes to %2$s node",
        () -> blobs.awaitOn(node, rest()));
  }

  private void writeWithout(String node) {
    cluster().stop(node);
    blobs.change(rest());
    blobs.write(rest());
  }

  private static void check(Side by, Path folder) throws Exception {
    ProductBuild.Ended ended = by.build.run(Map.of(), "store", "check", folder.toString());
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  /** The last node of the first build finds only nodes of the second. */
  private void departure() {
    require(
        "files",
        "another node starts with the files of the other build",
        "%2$s node, files of %1$s",
        () -> restart("node2", second));
    run(
        "replication",
        "writes go on while a node is down",
        "%2$s frontend and nodes",
        () -> writeWithout("node1"));
    require(
        "replication",
        "a node returns to nodes of the other build",
        "%1$s node, %2$s nodes",
        () -> start("node1", first));
    run(
        "replication",
        "changes arrive that were made while the node was down",
        "%2$s nodes to %1$s node",
        () -> blobs.awaitOn("node1", rest()));
  }

  private void mixture() {
    for (Side side : List.of(first, second)) {
      run(
          "operators",
          "admin status: healthy, mixed versions",
          side.name + " command, mixed nodes",
          () ->
              awaitStatus(
                  side,
                  output ->
                      output.contains("healthy, mixed versions")
                          && output.contains(first.version)
                          && output.contains(second.version)));
    }
    run(
        "replication",
        "admin verify --now: all replicas have compared their blobs",
        "%2$s command, mixed nodes",
        () -> admin(second, 0, "verify", "--now", "--wait", "2m"));
  }

  private void sqliteAgain() {
    require(
        "catalog",
        "SQLite: the schema is taken back",
        "%1$s frontend, catalog of %2$s",
        () -> {
          restart(FRONTEND, first);
          awaitNames();
        });
    run(
        "catalog",
        "SQLite: accounts, containers and names",
        "%1$s frontend, catalog of %2$s",
        () -> useCatalog(second, first));
  }

  private void postgres() throws IOException {
    try (SoakDatabase database = SoakDatabase.start(data.resolve("database"))) {
      require(
          "catalog",
          "PostgreSQL: a schema is made, a name is put",
          "%1$s frontend",
          () -> {
            cluster().changeCatalog(database.url(), List.of(FRONTEND));
            start(FRONTEND, first);
            requireNames("1");
          });
      require(
          "catalog",
          "PostgreSQL: the schema is taken over, names are read and put",
          "%2$s frontend, catalog of %1$s",
          () -> {
            restart(FRONTEND, second);
            requireNames("2", "1");
          });
      require(
          "catalog",
          "PostgreSQL: the schema is taken back, names are read and put",
          "%1$s frontend, catalog of %2$s",
          () -> {
            restart(FRONTEND, first);
            requireNames("3", "2", "1");
            cluster().stop(FRONTEND);
          });
    }
  }

  /** Requires that a name can be put, and that others can be read. */
  private void requireNames(String put, String... others) {
    await().untilAsserted(() -> putName(put));
    for (String name : others) {
      assertThat(rest().get(path(name)).body())
          .as("GET %s", name)
          .asString()
          .isEqualTo("of " + name);
    }
  }

  private static String path(String name) {
    return "/named/aumbry/public/of-versions/" + name;
  }

  private void putName(String name) {
    HttpResponse<String> response =
        rest().put(path(name), BodyPublishers.ofString("of " + name), Map.of());
    assertThat(response.statusCode()).as("PUT %s: %s", name, response.body()).isEqualTo(201);
  }

  private void checkDisks() throws Exception {
    cluster().close();
    cluster = null;
    for (String node : NODES) {
      check(first, data.resolve(node));
    }
  }

  @Override
  public void close() {
    if (rest != null) {
      rest.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }
}
