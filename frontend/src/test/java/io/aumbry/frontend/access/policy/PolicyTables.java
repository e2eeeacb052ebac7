package io.aumbry.frontend.access.policy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the tables of cases. */
final class PolicyTables {
  static final Map<String, PolicyPrincipal> PRINCIPALS =
      Map.of(
          "-",
          PolicyPrincipal.ANONYMOUS,
          "alice",
          user("photos", "alice"),
          "bob",
          user("photos", "bob"),
          "carol",
          user("music", "carol"),
          "federated",
          new PolicyPrincipal(Set.of(PolicyPrincipal.federated("https://id.example", "7"))),
          "canonical",
          new PolicyPrincipal(Set.of(PolicyPrincipal.canonical("abc"))));

  private PolicyTables() {}

  private static PolicyPrincipal user(String account, String name) {
    return new PolicyPrincipal(
        Set.of(PolicyPrincipal.user(account, name), PolicyPrincipal.account(account)));
  }

  /** The lines of a resource, without comments. */
  static List<String> lines(String resource) {
    try (InputStream in =
        Objects.requireNonNull(PolicyTables.class.getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parses a document in which quotes are single. */
  static Policy policy(String text, PolicyParser.Kind kind) {
    return PolicyParser.parse(
        text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), kind, "user/test");
  }

  static PolicyAction action(String name) {
    return Stream.of(PolicyAction.values())
        .filter(action -> action.names().contains(name))
        .findFirst()
        .orElseThrow();
  }

  static PolicyResource resource(String name, String s3Name) {
    return new PolicyResource(1, 2, name, s3Name);
  }

  static RequestAttributes attributes(Map<String, List<String>> values) {
    return key -> values.getOrDefault(key, List.of());
  }

  /** {@code allow}, {@code deny} or {@code silent}. */
  static String text(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allowed _ -> "allow";
      case Verdict.Denied _ -> "deny";
      case Verdict.Silent _ -> "silent";
    };
  }
}
