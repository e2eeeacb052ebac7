package io.aumbry.frontend.access.sigv4;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Reads the signature of a presigned address. */
final class QueryClaim {
  static final String ALGORITHM = "X-Amz-Algorithm";
  static final String CREDENTIAL = "X-Amz-Credential";
  static final String DATE = "X-Amz-Date";
  static final String EXPIRES = "X-Amz-Expires";
  static final String SIGNED_HEADERS = "X-Amz-SignedHeaders";
  static final String TOKEN = "X-Amz-Security-Token";
  static final String PAYLOAD = "X-Amz-Content-Sha256";

  static final Duration LONGEST = Duration.ofDays(7);

  private static final SignedClaim.Origin ORIGIN = SignedClaim.Origin.QUERY;
  private static final int DIGITS = 9;

  private QueryClaim() {}

  static SignedClaim parse(QueryText query) {
    if (!single(query, ALGORITHM).equals(Scope.ALGORITHM)) {
      throw ORIGIN.malformed("X-Amz-Algorithm only supports \"" + Scope.ALGORITHM + "\"");
    }
    String date = single(query, DATE);
    OptionalLong millis = AmzDate.parse(date);
    if (millis.isEmpty()) {
      throw ORIGIN.malformed("X-Amz-Date must be in the form yyyyMMdd'T'HHmmss'Z'");
    }
    SignedClaim.Texts texts =
        new SignedClaim.Texts(
            single(query, CREDENTIAL),
            single(query, SIGNED_HEADERS),
            single(query, QueryText.SIGNATURE));
    return SignedClaim.parse(ORIGIN, texts, new SignedClaim.Moment(date, millis.getAsLong()));
  }

  /** When the address expires, by the clock of the client. */
  static long endMillis(SignedClaim claim, QueryText query) {
    return claim.time().millis() + expiresSeconds(query) * 1000;
  }

  /** The seconds for which the address is valid. */
  static long expiresSeconds(QueryText query) {
    String text = single(query, EXPIRES);
    boolean isNumber =
        !text.isEmpty()
            && text.length() <= DIGITS
            && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber || Long.parseLong(text) > LONGEST.toSeconds()) {
      throw ORIGIN.malformed(
          "X-Amz-Expires is '" + text + "', must be a number from 0 to " + LONGEST.toSeconds());
    }
    return Long.parseLong(text);
  }

  private static String single(QueryText query, String name) {
    List<String> values = query.all(name);
    if (values.size() != 1) {
      throw ORIGIN.malformed("Query authentication needs " + name + " exactly once");
    }
    return values.getFirst();
  }
}
