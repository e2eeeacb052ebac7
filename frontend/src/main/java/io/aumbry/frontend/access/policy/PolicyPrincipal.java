package io.aumbry.frontend.access.policy;

import java.util.Set;

/**
 * The sender of a request, by all names that a policy may use.
 *
 * @param names empty for an anonymous sender
 */
public record PolicyPrincipal(Set<String> names) {
  public static final PolicyPrincipal ANONYMOUS = new PolicyPrincipal(Set.of());

  public PolicyPrincipal {
    names = Set.copyOf(names);
  }

  /** The name of all users of an account. */
  public static String account(String account) {
    return "arn:aws:iam::" + account + ":root";
  }

  /** The name of a user. */
  public static String user(String account, String name) {
    return "arn:aws:iam::" + account + ":user/" + name;
  }

  /** The name of a user of an identity provider. */
  public static String federated(String issuer, String subject) {
    return "oidc:" + issuer + "#" + subject;
  }

  /** The name of a user in access control lists of S3. */
  public static String canonical(String id) {
    return "canonical:" + id;
  }
}
