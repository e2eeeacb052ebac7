package io.aumbry.frontend.access.policy;

import java.util.Set;

/** The senders to which a statement applies. */
sealed interface PrincipalRule {
  boolean appliesTo(PolicyPrincipal principal);

  /** Everyone, also without credentials. */
  record Everyone() implements PrincipalRule {
    @Override
    public boolean appliesTo(PolicyPrincipal principal) {
      return true;
    }
  }

  record Listed(Set<String> names) implements PrincipalRule {
    public Listed {
      names = Set.copyOf(names);
    }

    @Override
    public boolean appliesTo(PolicyPrincipal principal) {
      for (String name : principal.names()) {
        if (names.contains(name)) {
          return true;
        }
      }
      return false;
    }
  }

  /** The complement of another rule. */
  record Except(PrincipalRule excluded) implements PrincipalRule {
    @Override
    public boolean appliesTo(PolicyPrincipal principal) {
      return !excluded.appliesTo(principal);
    }
  }
}
