package io.aumbry.frontend.access.policy;

import java.util.List;

/** A compiled policy document. Immutable. */
public final class Policy {
  private final List<Statement> statements;

  Policy(List<Statement> statements) {
    this.statements = List.copyOf(statements);
  }

  /** Decides: a statement that denies wins, then the first that allows. */
  public Verdict evaluate(PolicyRequest request) {
    Verdict verdict = Verdict.silent();
    for (int i = 0; i < statements.size(); i++) {
      Statement statement = statements.get(i);
      boolean canChange = !verdict.isAllowed() || statement.verdict() instanceof Verdict.Denied;
      if (canChange && statement.appliesTo(request)) {
        verdict = statement.verdict();
        if (verdict instanceof Verdict.Denied) {
          return verdict;
        }
      }
    }
    return verdict;
  }

  /**
   * Whether a statement allows a request to everyone, with or without credentials and whatever its
   * other attributes are.
   */
  public boolean allowsEveryone(PolicyAction action, PolicyResource resource) {
    return statements.stream()
        .anyMatch(each -> each.verdict().isAllowed() && each.alwaysApplies(action, resource));
  }

  /** Whether a statement denies a request to some senders without credentials. */
  public boolean mayDenyStrangers(PolicyAction action, PolicyResource resource) {
    return statements.stream()
        .anyMatch(each ->
            each.verdict() instanceof Verdict.Denied && each.mayApplyToStrangers(action, resource));
  }

  /**
   * Whether a statement allows something to everyone, without a condition that fixes the origin of
   * requests. A statement that denies is not considered.
   */
  public boolean isPublic() {
    return statements.stream().anyMatch(Statement::isPublic);
  }
}
