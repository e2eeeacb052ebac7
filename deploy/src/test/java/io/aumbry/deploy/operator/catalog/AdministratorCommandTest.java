package io.aumbry.deploy.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.frontend.access.key.KeyRingFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdministratorCommandTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeKeyRing() throws Exception {
    KeyRingFile.create(folder.resolve("key-ring"), "1", new Random(1));
  }

  private CommandRun create(String... more) throws Exception {
    return createWith("", more);
  }

  /** Creates one with further lines of the configuration. */
  private CommandRun createWith(String lines, String... more) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("frontend.conf"),
            lines
                + """
                process.name = frontend-1
                process.state = %1$s/state
                cluster.data-center = dc1
                cluster.data-centers = 1:dc1@127.0.0.1:2181
                frontend.key-ring = %1$s/key-ring
                catalog.url = sqlite:%1$s/catalog.db
                """
                    .formatted(folder));
    List<String> words =
        new ArrayList<>(List.of("admin", "create-administrator", "--config", config.toString()));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(String[]::new));
  }

  private List<String> rows(String query) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
    }
    return rows;
  }

  @Test
  void theFirstAdministratorGetsARoleAndAKey() throws Exception {
    CommandRun run = create();
    assertThat(run.code()).as(run.err()).isZero();
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(rows("SELECT key_id FROM access_key")).containsExactly(lines.getFirst());
    assertThat(rows("SELECT name FROM identity_user")).containsExactly("administrator");
    assertThat(rows("SELECT role FROM role_grant")).containsExactly("administrator");
  }

  @Test
  void theConfigurationMayBeThatOfAServer() throws Exception {
    String storage =
        """
        storage.disks = /disk
        storage.zone = z
        storage.advertised-host = localhost
        """;
    CommandRun run = createWith(storage);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(2);
  }

  @Test
  void anotherOneMustBeAskedFor() throws Exception {
    create();
    CommandRun refused = create("--name", "second");
    assertThat(refused.code()).isEqualTo(ExitCode.REFUSED.code());
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("'administrator'", "--another");
    CommandRun same = create("--another");
    assertThat(same.code()).as(same.err()).isZero();
    assertThat(create("--another", "--name", "second").code()).isZero();
    assertThat(rows("SELECT name FROM identity_user ORDER BY name"))
        .containsExactly("administrator", "second");
    assertThat(rows("SELECT key_id FROM access_key")).hasSize(3);
  }

  @Test
  void anAdministratorWithoutAValidKeyDoesNotCount() throws Exception {
    create();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE access_key SET expires_millis = 1");
      statement.executeUpdate("UPDATE change_counter SET version = version + 1");
    }
    CommandRun run = create();
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void aMissingKeyRingOrConfigurationIsNamed() throws Exception {
    Files.delete(folder.resolve("key-ring"));
    assertThat(create().err()).contains(folder.resolve("key-ring").toString());
    CommandRun run = CommandRun.of("admin", "create-administrator", "--config", "/nonexistent");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("/nonexistent");
    assertThat(create("--name", "a b").err()).contains("'a b'");
  }
}
