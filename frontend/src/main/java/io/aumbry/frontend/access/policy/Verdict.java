package io.aumbry.frontend.access.policy;

import java.util.Optional;

/** The answer of policies. */
public sealed interface Verdict {
  /** A statement allows the request. */
  record Allowed(StatementName by) implements Verdict {}

  /** A statement denies the request, whatever others allow. */
  record Denied(StatementName by) implements Verdict {}

  /** No statement applies, so that the request is denied by default. */
  record Silent() implements Verdict {
    static final Silent VERDICT = new Silent();
  }

  /**
   * A statement in logs.
   *
   * @param policy the bearer of the policy, such as {@code role/reader}
   * @param index counted from 0
   */
  record StatementName(String policy, int index, Optional<String> sid) {
    public String text() {
      return policy + '#' + index + sid.map(s -> '(' + s + ')').orElse("");
    }
  }

  /** No statement applies. */
  static Verdict silent() {
    return Silent.VERDICT;
  }

  default boolean isAllowed() {
    return this instanceof Allowed;
  }

  /** The verdict of two sets of policies: a denial wins, then the first permission. */
  default Verdict and(Verdict other) {
    return switch (this) {
      case Denied _ -> this;
      case Allowed _ -> other instanceof Denied ? other : this;
      case Silent _ -> other;
    };
  }

  /** The verdict within a limit, which must allow as well: a denial by either wins. */
  default Verdict within(Verdict limit) {
    return switch (this) {
      case Denied _ -> this;
      case Allowed _ -> limit.isAllowed() ? this : limit;
      case Silent _ -> limit instanceof Denied ? limit : this;
    };
  }

  /** The verdict of policies that may deny, but not allow. */
  default Verdict withoutPermission() {
    return this instanceof Allowed ? Silent.VERDICT : this;
  }
}
