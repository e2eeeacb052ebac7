package io.aumbry.frontend.access;

/** Whether requests need credentials. */
public enum AuthenticationMode {
  /** Requests without credentials have only the rights that policies give to everyone. */
  REQUIRED,
  /** As {@link #REQUIRED}, but everyone may use the built-in public container. */
  OPTIONAL,
  /** Everyone may do everything. */
  OFF
}
