package io.aumbry.frontend.access.policy;

import java.util.Locale;
import java.util.Set;

/**
 * The keys that conditions and variables may name: those that requests have. Others are refused,
 * also if AWS knows them, because they would silently disable a statement. Case does not matter.
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
  public static final String PREFIX = "aumbry:prefix";
  public static final String DELIMITER = "aumbry:delimiter";
  public static final String MAX_KEYS = "aumbry:max-keys";
  public static final String AUTH_TYPE = "s3:authtype";
  public static final String SIGNATURE_AGE = "s3:signatureage";
  public static final String SIGNATURE_VERSION = "s3:signatureversion";
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
          PREFIX,
          DELIMITER,
          MAX_KEYS,
          ROLE,
          CREDENTIAL,
          ISSUER,
          AUTH_TYPE,
          SIGNATURE_AGE,
          SIGNATURE_VERSION,
          "s3:prefix",
          "s3:delimiter",
          "s3:max-keys");

  private ConditionKeys() {}

  /**
   * A known key in lower case, as attributes are asked.
   *
   * @throws IllegalArgumentException if the key is unknown
   */
  static String require(String key) {
    String canonical = key.toLowerCase(Locale.ROOT);
    if (!KNOWN.contains(canonical)) {
      throw new IllegalArgumentException("'" + key + "' is no condition key");
    }
    return canonical;
  }
}
