package io.aumbry.frontend.access.policy;

/**
 * The target of a request, by its names in policies.
 *
 * @param account the id of its account; 0 for the cluster
 * @param container the id of its container; 0 for an account or the cluster
 * @param name begins with {@code arn:aumbry:}
 * @param s3Name begins with {@code arn:aws:s3:::}; empty if it has none
 */
public record PolicyResource(int account, int container, String name, String s3Name) {
  private static final String PREFIX = "arn:aumbry:";
  private static final String S3 = "arn:aws:s3:::";

  /** The cluster itself. */
  public static final PolicyResource CLUSTER = new PolicyResource(0, 0, PREFIX + "cluster:::*", "");

  /**
   * A container and its account.
   *
   * @param path names of both in a policy: {@code account/container}
   */
  public record Place(int account, int container, String path) {
    public static Place of(int account, String accountName, int container, String containerName) {
      return new Place(account, container, escaped(accountName) + '/' + escaped(containerName));
    }

    /** Whether a pattern can match the container, or a blob or dataset in it. */
    boolean isReachedBy(TextPattern pattern) {
      return pattern.canMatch(PolicyResource.container(this).name())
          || pattern.canBegin(PolicyResource.named(this, "").name())
          || pattern.canBegin(PolicyResource.blob(this, "").name())
          || pattern.canBegin(PolicyResource.dataset(this, "").name())
          || pattern.canBegin(S3);
    }

    /** The resources that {@link #isReachedBy} accepts, for errors. */
    String names() {
      return "%scontainer:::%s, %s{name,id,dataset}:::%s/* and %s*"
          .formatted(PREFIX, path, PREFIX, path, S3);
    }
  }

  /** An account. */
  public static PolicyResource account(int id, String name) {
    return new PolicyResource(id, 0, PREFIX + "account:::" + escaped(name), "");
  }

  /** A user of an account. */
  public static PolicyResource user(int account, String accountName, String user) {
    String name = PREFIX + "user:::" + escaped(accountName) + '/' + user;
    return new PolicyResource(account, 0, name, "");
  }

  /** A role, which belongs to the cluster. */
  public static PolicyResource role(String role) {
    return new PolicyResource(0, 0, PREFIX + "role:::" + role, "");
  }

  public static PolicyResource container(Place place) {
    return of(place, "container:::" + place.path());
  }

  /** A blob by its name. */
  public static PolicyResource named(Place place, String key) {
    return of(place, "name:::" + place.path() + '/' + key);
  }

  /** A blob by its id; the id is empty for an upload. */
  public static PolicyResource blob(Place place, String id) {
    return of(place, "id:::" + place.path() + '/' + id);
  }

  public static PolicyResource dataset(Place place, String dataset) {
    return of(place, "dataset:::" + place.path() + '/' + dataset);
  }

  /** The same target for a request through S3. */
  public PolicyResource inBucket(String bucket, String key) {
    String s3 = key.isEmpty() ? S3 + bucket : S3 + bucket + '/' + key;
    return new PolicyResource(account, container, name, s3);
  }

  private static PolicyResource of(Place place, String name) {
    return new PolicyResource(place.account(), place.container(), PREFIX + name, "");
  }

  /** Escapes a slash, so that no account and container share a path with others. */
  private static String escaped(String name) {
    return name.replace("%", "%25").replace("/", "%2F");
  }
}
