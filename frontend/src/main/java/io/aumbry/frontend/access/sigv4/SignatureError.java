package io.aumbry.frontend.access.sigv4;

/** The errors of signatures, with the codes and status of S3. */
public enum SignatureError {
  UNKNOWN_SCHEME("InvalidArgument", 400),
  UNSUPPORTED_SCHEME("InvalidRequest", 400),
  TWO_MECHANISMS("InvalidArgument", 400),
  MALFORMED_HEADER("AuthorizationHeaderMalformed", 400),
  MALFORMED_QUERY("AuthorizationQueryParametersError", 400),
  DATE_MISSING("AccessDenied", 403),
  CLOCK_SKEW("RequestTimeTooSkewed", 403),
  EXPIRED("AccessDenied", 403),
  HEADERS_NOT_SIGNED("AccessDenied", 403),
  PAYLOAD_HASH_MISSING("InvalidRequest", 400),
  PAYLOAD_HASH_INVALID("InvalidArgument", 400),
  PAYLOAD_NOT_IMPLEMENTED("NotImplemented", 501),
  UNKNOWN_KEY("InvalidAccessKeyId", 403),
  TOKEN_EXPIRED("ExpiredToken", 400),
  TOKEN_INVALID("InvalidToken", 400),
  TOKEN_OF_ANOTHER_KEY("InvalidToken", 403),
  WRONG_SIGNATURE("SignatureDoesNotMatch", 403);

  private final String code;
  private final int status;

  SignatureError(String code, int status) {
    this.code = code;
    this.status = status;
  }

  /** As in {@code <Code>} of an error document. */
  public String code() {
    return code;
  }

  /** HTTP status of S3. */
  public int status() {
    return status;
  }
}
