package io.aumbry.frontend.form;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

/** The error for a body that is not a valid form. */
final class MalformedForm {
  private MalformedForm() {}

  static AumbryException because(String why) {
    return new AumbryException(ErrorCode.MALFORMED_REQUEST, "The form is malformed: " + why);
  }
}
