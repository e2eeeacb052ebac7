package io.aumbry.frontend.access.policy;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The keys that conditions and variables may name. Other keys are refused, because a misspelt key
 * would silently disable a statement. Case does not matter, except after a slash.
 */
public final class ConditionKeys {
  public static final String SOURCE_IP = "aws:sourceip";
  public static final String CURRENT_TIME = "aws:currenttime";
  public static final String EPOCH_TIME = "aws:epochtime";
  public static final String SECURE_TRANSPORT = "aws:securetransport";
  public static final String USER_AGENT = "aws:useragent";
  public static final String REFERER = "aws:referer";
  public static final String USER_NAME = "aws:username";
  public static final String USER_ID = "aws:userid";
  public static final String PRINCIPAL_ARN = "aws:principalarn";
  public static final String PRINCIPAL_ACCOUNT = "aws:principalaccount";
  public static final String PRINCIPAL_TYPE = "aws:principaltype";
  public static final String SOURCE_ARN = "aws:sourcearn";
  public static final String SOURCE_ACCOUNT = "aws:sourceaccount";
  public static final String PREFIX = "aumbry:prefix";
  public static final String DELIMITER = "aumbry:delimiter";
  public static final String MAX_KEYS = "aumbry:max-keys";
  public static final String ROLE = "aumbry:role";
  public static final String CREDENTIAL = "aumbry:credential";
  public static final String ISSUER = "aumbry:issuer";

  private static final Set<String> KNOWN =
      Set.of(
          SOURCE_IP,
          CURRENT_TIME,
          EPOCH_TIME,
          SECURE_TRANSPORT,
          USER_AGENT,
          REFERER,
          USER_NAME,
          USER_ID,
          PRINCIPAL_ARN,
          PRINCIPAL_ACCOUNT,
          PRINCIPAL_TYPE,
          SOURCE_ARN,
          SOURCE_ACCOUNT,
          PREFIX,
          DELIMITER,
          MAX_KEYS,
          ROLE,
          CREDENTIAL,
          ISSUER,
          "aws:sourcevpc",
          "aws:sourcevpce",
          "aws:sourceowner",
          "aws:principalorgid",
          "aws:requestedregion",
          "aws:tokenissuetime",
          "aws:multifactorauthpresent",
          "s3:prefix",
          "s3:delimiter",
          "s3:max-keys",
          "s3:versionid",
          "s3:authtype",
          "s3:signatureage",
          "s3:signatureversion",
          "s3:tlsversion",
          "s3:resourceaccount",
          "s3:locationconstraint",
          "s3:requestobjecttagkeys",
          "s3:object-lock-mode",
          "s3:object-lock-retain-until-date",
          "s3:object-lock-legal-hold",
          "s3:object-lock-remaining-retention-days",
          "s3:if-match",
          "s3:if-none-match");

  /** The beginnings of families of keys. */
  private static final List<String> FAMILIES =
      List.of(
          "s3:existingobjecttag/",
          "s3:requestobjecttag/",
          "s3:x-amz-",
          "aws:principaltag/",
          "aumbry:argument/",
          "aumbry:claim/");

  private ConditionKeys() {}

  /** The form in which attributes are asked: lower case up to a slash. */
  public static String canonical(String key) {
    int slash = key.indexOf('/');
    return slash < 0
        ? key.toLowerCase(Locale.ROOT)
        : key.substring(0, slash).toLowerCase(Locale.ROOT) + key.substring(slash);
  }

  /**
   * The canonical form of a known key.
   *
   * @throws IllegalArgumentException if the key is unknown
   */
  static String require(String key) {
    String canonical = canonical(key);
    boolean isKnown =
        KNOWN.contains(canonical)
            || FAMILIES.stream()
                .anyMatch(f -> canonical.startsWith(f) && canonical.length() > f.length());
    if (!isKnown) {
      throw new IllegalArgumentException("'" + key + "' is no condition key");
    }
    return canonical;
  }
}
