package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.sql.CatalogUrl.Server;
import io.aumbry.catalog.sql.CatalogUrl.Sqlite;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CatalogUrlTest {
  @Test
  void aFile() {
    assertThat(CatalogUrl.parse("sqlite:/var/lib/aumbry/catalog.db"))
        .isEqualTo(new Sqlite(Path.of("/var/lib/aumbry/catalog.db")));
    assertThat(CatalogUrl.parse("sqlite:a/../b.db"))
        .isEqualTo(new Sqlite(Path.of("b.db").toAbsolutePath()));
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://ann@db:5432/names, ann, jdbc:postgresql://db:5432/names",
    "postgres://ann@db/names, ann, jdbc:postgresql://db/names",
    "postgresql://ann@a:1?x/names, -, -",
    "'postgresql://ann@a:1,b:2/names?sslmode=verify-full&targetServerType=primary', ann,"
        + " 'jdbc:postgresql://a:1,b:2/names?sslmode=verify-full&targetServerType=primary'"
  })
  void aServer(String url, String user, String driverUrl) {
    if (user.equals("-")) {
      assertThatThrownBy(() -> CatalogUrl.parse(url)).hasMessageContaining(CatalogUrl.FORM);
    } else {
      assertThat(CatalogUrl.parse(url)).isEqualTo(new Server(user, driverUrl));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'jdbc:postgresql://a:1,b:2/n', 'jdbc:postgresql://a:1,b:2/n?targetServerType=primary'",
    "jdbc:postgresql://a/n?ssl=true, jdbc:postgresql://a/n?ssl=true&targetServerType=primary",
    "jdbc:postgresql://a/n?targetServerType=any, jdbc:postgresql://a/n?targetServerType=any"
  })
  void onlyAPrimaryIsWantedUnlessTheUrlSaysOtherwise(String driverUrl, String wanted) {
    assertThat(new Server("ann", driverUrl).ofPrimary()).isEqualTo(new Server("ann", wanted));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sqlite:",
        "mysql://a@b/c",
        "postgresql://db/names",
        "postgresql://ann@db",
        "/file"
      })
  void anythingElseIsRefused(String url) {
    assertThatThrownBy(() -> CatalogUrl.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(CatalogUrl.FORM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://ann:swordfish@db/names",
        "postgresql://ann@db/names?password=swordfish",
        "postgresql://ann@db/names?ssl=true&PASSWORD=swordfish",
        "postgresql://ann@db/names?sslpassword=swordfish",
        "postgresql://ann:swordfish@db"
      })
  void aPasswordIsRefusedAndNotShown(String url) {
    assertThatThrownBy(() -> CatalogUrl.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("swordfish");
  }
}
