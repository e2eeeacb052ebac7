package io.aumbry.catalog.identity;

/**
 * A policy document and the user, role or container that it is attached to.
 *
 * @param document JSON, kept byte for byte, at most 20 KiB
 */
public record StoredPolicy(Target target, String document) {
  /**
   * The bearer of a policy.
   *
   * @param id of a user; the name of a role; account and container ids with a slash between
   */
  public record Target(Kind kind, String id) {
    public static Target ofContainer(int account, int container) {
      return new Target(Kind.CONTAINER, account + "/" + container);
    }

    /** The account of a target that is a container. */
    public int account() {
      return Integer.parseInt(id.substring(0, id.indexOf('/')));
    }

    /** The number of a target that is a container, in its account. */
    public int container() {
      return Integer.parseInt(id.substring(id.indexOf('/') + 1));
    }
  }

  /** The kinds of targets. */
  public enum Kind {
    USER,
    ROLE,
    CONTAINER
  }
}
