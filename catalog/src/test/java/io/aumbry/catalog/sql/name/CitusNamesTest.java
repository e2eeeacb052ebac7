package io.aumbry.catalog.sql.name;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.sql.Dialect;
import io.aumbry.catalog.sql.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The SQL for Citus, on a server that only says that it has the extension. */
final class CitusNamesTest extends PostgresNamesContract {
  @Override
  String url() throws SQLException {
    String name = TestPostgres.create();
    String address = "jdbc:postgresql://127.0.0.1:" + TestPostgres.port() + "/" + name;
    try (Connection connection = DriverManager.getConnection(address, "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute("SET allow_system_table_mods = on");
      statement.execute(
          "INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)"
              + " VALUES (99999, 'citus', 10, 11, false, '13.2')");
    }
    return TestPostgres.url(name, TestPostgres.port());
  }

  @Test
  void theServerIsKnown() {
    assertThat(((NamesFixture) on).database.dialect()).isEqualTo(Dialect.CITUS);
  }
}
