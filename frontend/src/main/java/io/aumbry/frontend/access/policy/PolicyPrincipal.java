package io.aumbry.frontend.access.policy;

import java.util.Set;

/**
 * The sender of a request, by all names that a policy may use.
 *
 * @param names empty for an anonymous sender
 */
public record PolicyPrincipal(Set<String> names) {
  static final String IAM = "arn:aws:iam::";
  static final String OIDC = "oidc:";
  private static final String USER = ":user/";

  public static final PolicyPrincipal ANONYMOUS = new PolicyPrincipal(Set.of());

  public PolicyPrincipal {
    names = Set.copyOf(names);
  }

  /** The name of all users of an account, by its id or name. */
  public static String account(String account) {
    return IAM + escaped(account) + ":root";
  }

  /** The name of a user, by the id or name of its account. */
  public static String user(String account, String name) {
    return IAM + escaped(account) + USER + name;
  }

  /** The name of a user of an identity provider. */
  public static String federated(String issuer, String subject) {
    return OIDC + issuer + '#' + subject;
  }

  /** The name of a user in access control lists of S3. */
  public static String canonical(String id) {
    return "canonical:" + id;
  }

  /** Whether a name belongs to one sender, and not to an account. */
  public static boolean isOfOne(String name) {
    return name.startsWith(OIDC) || (name.startsWith(IAM) && name.indexOf(USER, IAM.length()) > 0);
  }

  /** Escapes separators, so that the name of an account cannot look like a user. */
  private static String escaped(String account) {
    return account.replace("%", "%25").replace(":", "%3A").replace("/", "%2F");
  }
}
