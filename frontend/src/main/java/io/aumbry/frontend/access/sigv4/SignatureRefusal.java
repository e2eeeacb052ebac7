package io.aumbry.frontend.access.sigv4;

import java.util.Map;

/** Ends a verification early. It never leaves the package. */
final class SignatureRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SignatureResult.Refused result;

  SignatureRefusal(SignatureResult.Refused result) {
    super(result.message(), null, false, false);
    this.result = result;
  }

  SignatureRefusal(SignatureError error, String message) {
    this(new SignatureResult.Refused(error, message));
  }

  SignatureRefusal(SignatureError error, String message, Map<String, String> details) {
    this(new SignatureResult.Refused(error, message, details));
  }

  SignatureResult.Refused result() {
    return result;
  }
}
