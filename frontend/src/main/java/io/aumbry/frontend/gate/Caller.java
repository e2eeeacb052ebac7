package io.aumbry.frontend.gate;

/** The sender of a request, as the gate authenticated it. */
public sealed interface Caller {
  /** A sender without credentials. */
  record Anonymous() implements Caller {
    @Override
    public String label() {
      return "anonymous";
    }

    @Override
    public String credential() {
      return "";
    }
  }

  /**
   * A user.
   *
   * @param id permanent and unique in the cluster
   * @param account to which the user belongs; 0 for administrators of the cluster
   * @param credential public name of the key or token that proved the identity
   */
  record Known(String id, int account, String credential) implements Caller {
    @Override
    public String label() {
      return id;
    }
  }

  Caller ANONYMOUS = new Anonymous();

  /** The identity in the audit log. */
  String label();

  /** Public name of the key or token; empty without one. Never a secret. */
  String credential();
}
