package io.aumbry.frontend.access.sigv4;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The statement of a client that it signed a request, not verified yet.
 *
 * @param origin of the statement
 * @param scope of the signing key
 * @param signedHeaders in lower case, sorted
 * @param time of the signature
 * @param signature in lower-case hex
 */
record SignedClaim(
    Origin origin,
    String accessKeyId,
    Scope scope,
    List<String> signedHeaders,
    Moment time,
    String signature) {

  private static final int HEX_LENGTH = 64;
  private static final int MOST_HEADERS = 256;

  /** The place of a signature. */
  enum Origin {
    HEADER(SignatureError.MALFORMED_HEADER),
    QUERY(SignatureError.MALFORMED_QUERY);

    private final SignatureError malformed;

    Origin(SignatureError malformed) {
      this.malformed = malformed;
    }

    SignatureRefusal malformed(String message) {
      return new SignatureRefusal(malformed, message);
    }

    SignatureError error() {
      return malformed;
    }
  }

  /**
   * A time as text and number.
   *
   * @param timestamp as in the string to sign
   */
  record Moment(String timestamp, long millis) {}

  /** The texts of a claim. */
  record Texts(String credential, String signedHeaders, String signature) {}

  /** Parses the texts of a claim, which are the same in a header and in a query. */
  static SignedClaim parse(Origin origin, Texts texts, Moment time) {
    String[] parts = texts.credential().split("/", -1);
    if (parts.length < 5) {
      throw origin.malformed(
          "The credential must have the form KEY/DATE/REGION/SERVICE/" + Scope.TERMINAL);
    }
    int last = parts.length - 1;
    String keyId = String.join("/", Arrays.asList(parts).subList(0, last - 3));
    Scope scope = new Scope(parts[last - 3], parts[last - 2], parts[last - 1]);
    if (keyId.isEmpty() || !parts[last].equals(Scope.TERMINAL)) {
      throw origin.malformed("The credential must have a key id and end with " + Scope.TERMINAL);
    }
    if (!scope.day().equals(AmzDate.day(time.timestamp()))) {
      throw origin.malformed(
          "The date of the credential, '"
              + scope.day()
              + "', must be the date of the request, '"
              + AmzDate.day(time.timestamp())
              + "'");
    }
    if (texts.signature().length() != HEX_LENGTH || !Payload.isHex(texts.signature())) {
      throw origin.malformed("The signature must have 64 lower-case hexadecimal digits");
    }
    List<String> headers = headers(origin, texts.signedHeaders());
    return new SignedClaim(origin, keyId, scope, headers, time, texts.signature());
  }

  private static List<String> headers(Origin origin, String text) {
    String[] names = text.toLowerCase(Locale.ROOT).split(";", MOST_HEADERS + 1);
    Arrays.sort(names);
    for (int i = 0; i < names.length; i++) {
      if (names[i].isBlank() || (i > 0 && names[i].equals(names[i - 1]))) {
        throw origin.malformed("The signed headers have an empty name, or one name twice");
      }
    }
    if (names.length > MOST_HEADERS) {
      throw origin.malformed("There are more than " + MOST_HEADERS + " signed headers");
    }
    return List.of(names);
  }
}
