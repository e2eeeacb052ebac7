package io.aumbry.catalog.sql;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address of a database. */
sealed interface CatalogUrl {
  String FORM = "sqlite:PATH or postgresql://USER@HOST:PORT/DATABASE";

  /** A file on this machine. */
  record Sqlite(Path file) implements CatalogUrl {
    @Override
    public Sqlite ofPrimary() {
      return this;
    }
  }

  /**
   * A server that speaks PostgreSQL's protocol.
   *
   * @param driverUrl of the JDBC driver, without user and password
   */
  record Server(String user, String driverUrl) implements CatalogUrl {
    private static final String TARGET = "targetServerType=";

    @Override
    public Server ofPrimary() {
      String separator = driverUrl.contains("?") ? "&" : "?";
      return driverUrl.contains(TARGET)
          ? this
          : new Server(user, driverUrl + separator + TARGET + "primary");
    }
  }

  /**
   * The same database, without servers that only copy another one, unless the URL asks for them. A
   * copy lags, and a sweep would take the blobs of names that it lacks for garbage.
   */
  CatalogUrl ofPrimary();

  /**
   * Parses a URL.
   *
   * @throws IllegalArgumentException if it is malformed or has a password
   */
  static CatalogUrl parse(String url) {
    if (url.startsWith("sqlite:") && url.length() > "sqlite:".length()) {
      return new Sqlite(Path.of(url.substring("sqlite:".length())).toAbsolutePath().normalize());
    }
    Matcher server =
        Pattern.compile("postgres(?:ql)?://([^@/]+)@([^@?]+/[^/?@]+)(\\?.*)?").matcher(url);
    if (!server.matches()) {
      throw new IllegalArgumentException("'" + withoutPassword(url) + "' must be " + FORM);
    }
    String parameters = server.group(3) == null ? "" : server.group(3);
    boolean hasPassword =
        server.group(1).contains(":")
            || parameters.toLowerCase(Locale.ROOT).matches(".*[?&](ssl)?password=.*");
    if (hasPassword) {
      throw new IllegalArgumentException(
          "'"
              + withoutPassword(url)
              + "' must not contain a password: set catalog.password-file instead");
    }
    return new Server(server.group(1), "jdbc:postgresql://" + server.group(2) + parameters);
  }

  /** The URL with its password, if any, replaced by stars. */
  private static String withoutPassword(String url) {
    return url.replaceAll("//([^:@/]*):[^@]*@", "//$1:***@")
        .replaceAll("(?i)(password=)[^&]*", "$1***");
  }
}
