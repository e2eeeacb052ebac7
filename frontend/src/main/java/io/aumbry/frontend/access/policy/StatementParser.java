package io.aumbry.frontend.access.policy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Compiles statements. */
final class StatementParser {
  private static final Set<String> ELEMENTS =
      Set.of(
          "Sid",
          "Effect",
          "Principal",
          "NotPrincipal",
          "Action",
          "NotAction",
          "Resource",
          "NotResource",
          "Condition");
  private static final int LONGEST_SID = 128;

  private final PolicyParser.Kind kind;
  private final String label;
  private final boolean hasVariables;
  private final Optional<PolicyResource.Place> container;

  StatementParser(PolicyParser.Kind kind, String label, boolean hasVariables) {
    this(kind, label, hasVariables, Optional.empty());
  }

  /**
   * Creates a parser.
   *
   * @param container of which all resources must be; without it, they may be any
   */
  StatementParser(
      PolicyParser.Kind kind,
      String label,
      boolean hasVariables,
      Optional<PolicyResource.Place> container) {
    this.kind = kind;
    this.label = label;
    this.hasVariables = hasVariables;
    this.container = container;
  }

  Statement parse(PolicyElement element, int index) {
    Map<String, PolicyElement> fields = element.fields(ELEMENTS);
    Verdict.StatementName name = new Verdict.StatementName(label, index, sid(fields));
    boolean isPermission = isPermission(element, fields);
    return new Statement(
        isPermission ? new Verdict.Allowed(name) : new Verdict.Denied(name),
        principals(element, fields, isPermission),
        actions(choice(element, fields, "Action")),
        resources(choice(element, fields, "Resource")),
        new ConditionParser(hasVariables, isPermission)
            .parse(Optional.ofNullable(fields.get("Condition"))));
  }

  /** Rethrows errors of values with their place. */
  static <T> T at(PolicyElement element, Supplier<T> parsing) {
    try {
      return parsing.get();
    } catch (IllegalArgumentException e) {
      throw element.refused(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> sid(Map<String, PolicyElement> fields) {
    PolicyElement element = fields.get("Sid");
    if (element == null) {
      return Optional.empty();
    }
    String text = element.text();
    if (text.length() > LONGEST_SID) {
      throw element.refused(
          "has %d characters, at most %d are allowed".formatted(text.length(), LONGEST_SID));
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private static boolean isPermission(PolicyElement statement, Map<String, PolicyElement> fields) {
    PolicyElement effect = fields.get("Effect");
    if (effect == null) {
      throw statement.refused("needs an Effect");
    }
    return switch (effect.text()) {
      case "Allow" -> true;
      case "Deny" -> false;
      default -> throw effect.refused("'" + effect.text() + "' must be Allow or Deny");
    };
  }

  /** An element that is present either by its name or by its name after "Not". */
  private record Choice(PolicyElement element, boolean isInverted) {}

  private static Choice choice(
      PolicyElement statement, Map<String, PolicyElement> fields, String name) {
    PolicyElement plain = fields.get(name);
    PolicyElement inverted = fields.get("Not" + name);
    if (plain != null && inverted == null) {
      return new Choice(plain, false);
    }
    if (plain == null && inverted != null) {
      return new Choice(inverted, true);
    }
    throw statement.refused("needs either " + name + " or Not" + name);
  }

  private PrincipalRule principals(
      PolicyElement statement, Map<String, PolicyElement> fields, boolean isPermission) {
    boolean isPresent = fields.containsKey("Principal") || fields.containsKey("NotPrincipal");
    if (kind == PolicyParser.Kind.IDENTITY) {
      if (isPresent) {
        throw statement.refused("has a principal, which only policies of containers may have");
      }
      return new PrincipalRule.Everyone();
    }
    Choice choice = choice(statement, fields, "Principal");
    if (choice.isInverted() && isPermission) {
      throw choice.element().refused("must not be used with Allow");
    }
    PrincipalRule rule = PrincipalParser.parse(choice.element());
    return choice.isInverted() ? new PrincipalRule.Except(rule) : rule;
  }

  private static EnumSet<PolicyAction> actions(Choice choice) {
    EnumSet<PolicyAction> actions = EnumSet.noneOf(PolicyAction.class);
    for (PolicyElement item : choice.element().items()) {
      actions.addAll(at(item, () -> PolicyAction.matching(item.text())));
    }
    return choice.isInverted() ? EnumSet.complementOf(actions) : actions;
  }

  private Statement.ResourceRule resources(Choice choice) {
    List<TextPattern> patterns = new ArrayList<>();
    for (PolicyElement item : choice.element().items()) {
      String text = item.text();
      if (!text.equals("*") && !text.startsWith("arn:")) {
        throw item.refused("'" + text + "' must be * or begin with 'arn:'");
      }
      TextPattern.Syntax syntax = TextPattern.Syntax.wild(hasVariables);
      TextPattern pattern = at(item, () -> TextPattern.parse(text, syntax));
      requireWithinContainer(item, text, pattern);
      patterns.add(pattern);
    }
    return new Statement.ResourceRule(patterns, choice.isInverted());
  }

  private void requireWithinContainer(PolicyElement item, String text, TextPattern pattern) {
    if (container.isPresent() && !container.get().isReachedBy(pattern)) {
      throw item.refused(
          "'%s' is not in the container of the policy, which may name * or %s"
              .formatted(text, container.get().names()));
    }
  }
}
