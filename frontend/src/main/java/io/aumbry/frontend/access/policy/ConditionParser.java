package io.aumbry.frontend.access.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Compiles the conditions of a statement. */
final class ConditionParser {
  private static final String IF_EXISTS = "ifexists";

  private final boolean hasVariables;
  private final boolean isPermission;

  ConditionParser(boolean hasVariables, boolean isPermission) {
    this.hasVariables = hasVariables;
    this.isPermission = isPermission;
  }

  /** The name of an operator with its quantifier and suffix. */
  private record Operation(
      ConditionOperator operator, Condition.Quantifier quantifier, boolean ifExists) {}

  List<Condition> parse(Optional<PolicyElement> element) {
    List<Condition> conditions = new ArrayList<>();
    if (element.isPresent()) {
      element
          .get()
          .fields()
          .forEach((name, operands) -> {
            Operation operation = operation(name, operands);
            operands
                .fields()
                .forEach((key, values) -> conditions.add(condition(operation, key, values)));
          });
    }
    return conditions;
  }

  private static Operation operation(String text, PolicyElement element) {
    String rest = text.toLowerCase(Locale.ROOT);
    Condition.Quantifier quantifier = Condition.Quantifier.SINGLE;
    if (rest.startsWith("forallvalues:")) {
      quantifier = Condition.Quantifier.FOR_ALL_VALUES;
      rest = rest.substring("forallvalues:".length());
    } else if (rest.startsWith("foranyvalue:")) {
      quantifier = Condition.Quantifier.FOR_ANY_VALUE;
      rest = rest.substring("foranyvalue:".length());
    }
    boolean ifExists = rest.endsWith(IF_EXISTS);
    String name = ifExists ? rest.substring(0, rest.length() - IF_EXISTS.length()) : rest;
    ConditionOperator operator =
        ConditionOperator.byText(name)
            .orElseThrow(() -> element.refused("'" + text + "' is no condition operator"));
    boolean isBare = !ifExists && quantifier == Condition.Quantifier.SINGLE;
    if (operator == ConditionOperator.NULL && !isBare) {
      throw element.refused("Null has neither a quantifier nor IfExists");
    }
    return new Operation(operator, quantifier, ifExists);
  }

  private Condition condition(Operation operation, String key, PolicyElement values) {
    List<ValueMatcher> matchers = new ArrayList<>();
    for (PolicyElement item : values.items()) {
      String value = item.scalar();
      matchers.add(
          StatementParser.at(item, () -> operation.operator().compile(value, hasVariables)));
    }
    return new Condition(
        operation.operator(),
        operation.quantifier(),
        operation.ifExists(),
        StatementParser.at(values, () -> ConditionKeys.require(key)),
        matchers,
        isPermission);
  }
}
