package io.aumbry.frontend.access.policy;

import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Compiles policy documents. */
public final class PolicyParser {
  /** The size limit of a document, as in S3. */
  public static final DataSize LIMIT = DataSize.parse("20 KiB");

  static final int MOST_VARIABLES = 100;

  /** Limit of texts with a question mark in a document. */
  static final int MOST_WITH_ONE = 20;

  private static final String VERSION_WITH_VARIABLES = "2012-10-17";
  private static final String VERSION_WITHOUT = "2008-10-17";
  private static final Set<String> ELEMENTS = Set.of("Version", "Id", "Statement");

  /** The bearer of a policy. */
  public enum Kind {
    /** A policy of a user or role: it has no principals. */
    IDENTITY,
    /** A policy of a container: each statement has principals. */
    RESOURCE
  }

  private PolicyParser() {}

  /**
   * Compiles a document.
   *
   * @param label the bearer of the policy in logs, such as {@code role/reader}
   * @throws MalformedPolicyException if the document is refused
   */
  public static Policy parse(byte[] document, Kind kind, String label) {
    return parse(document, hasVariables -> new StatementParser(kind, label, hasVariables));
  }

  /**
   * Compiles a new policy of a container. It may only name resources of this container, because
   * others would have no effect. In S3 a container may have any name.
   *
   * @throws MalformedPolicyException if the document is refused
   */
  public static Policy parse(byte[] document, PolicyResource.Place container, String label) {
    return parse(
        document,
        hasVariables ->
            new StatementParser(Kind.RESOURCE, label, hasVariables, Optional.of(container)));
  }

  private static Policy parse(byte[] document, Function<Boolean, StatementParser> parsers) {
    JsonValue value;
    try {
      value = JsonValue.parse(document, LIMIT);
    } catch (JsonException e) {
      throw new MalformedPolicyException("", String.valueOf(e.getMessage()));
    }
    PolicyElement root = new PolicyElement("", value);
    requireFew(value);
    Map<String, PolicyElement> fields = root.fields(ELEMENTS);
    Optional.ofNullable(fields.get("Id")).ifPresent(PolicyElement::text);
    StatementParser parser = parsers.apply(hasVariables(fields));
    PolicyElement list =
        Optional.ofNullable(fields.get("Statement"))
            .orElseThrow(() -> root.refused("the document needs a Statement"));
    List<Statement> statements = new ArrayList<>();
    for (PolicyElement element : list.items()) {
      statements.add(parser.parse(element, statements.size()));
    }
    requireUniqueNames(list, statements);
    return new Policy(statements);
  }

  /**
   * A variable costs time in proportion to its value, which the sender of a request may choose. A
   * text with a question mark is searched {@link Wildcard#MOST_WITH_ONE} times as slowly as others.
   */
  private static void requireFew(JsonValue document) {
    requireAtMost(
        MOST_VARIABLES, "variables", document, text -> text.split("\\$\\{", -1).length - 1);
    requireAtMost(MOST_WITH_ONE, "texts with a ?", document, text -> text.indexOf('?') < 0 ? 0 : 1);
  }

  private static void requireAtMost(
      int most, String kind, JsonValue document, ToIntFunction<String> count) {
    int found = sum(document, count);
    if (found > most) {
      throw new MalformedPolicyException(
          "", "the document has %d %s, at most %d are allowed".formatted(found, kind, most));
    }
  }

  /** The sum over all texts. */
  private static int sum(JsonValue value, ToIntFunction<String> count) {
    return switch (value) {
      case JsonValue.Text(String text) -> count.applyAsInt(text);
      case JsonValue.Sequence(List<JsonValue> items) ->
          items.stream().mapToInt(item -> sum(item, count)).sum();
      case JsonValue.Fields(Map<String, JsonValue> values) ->
          values.values().stream().mapToInt(item -> sum(item, count)).sum();
      case JsonValue.Numeral _, JsonValue.Flag _ -> 0;
    };
  }

  /** Variables exist since the second version of the language. The first is the default. */
  private static boolean hasVariables(Map<String, PolicyElement> fields) {
    PolicyElement version = fields.get("Version");
    String text = version == null ? VERSION_WITHOUT : version.text();
    if (version != null && !text.equals(VERSION_WITH_VARIABLES) && !text.equals(VERSION_WITHOUT)) {
      throw version.refused(
          "'%s' must be %s or %s".formatted(text, VERSION_WITH_VARIABLES, VERSION_WITHOUT));
    }
    return text.equals(VERSION_WITH_VARIABLES);
  }

  private static void requireUniqueNames(PolicyElement list, List<Statement> statements) {
    Set<String> sids = new HashSet<>();
    for (Statement statement : statements) {
      Optional<String> sid = statement.sid();
      if (sid.isPresent() && !sids.add(sid.get())) {
        throw list.refused("the Sid '" + sid.get() + "' occurs twice");
      }
    }
  }

  /** A policy that denies everything, in place of a document that cannot be read. */
  public static Policy denying(String label) {
    Verdict.StatementName name = new Verdict.StatementName(label, 0, Optional.of("unreadable"));
    return new Policy(
        List.of(
            new Statement(
                new Verdict.Denied(name),
                new PrincipalRule.Everyone(),
                EnumSet.allOf(PolicyAction.class),
                new Statement.ResourceRule(List.of(), true),
                List.of())));
  }
}
