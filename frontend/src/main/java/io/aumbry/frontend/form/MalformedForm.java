package io.aumbry.frontend.form;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

/** What is thrown for a body that is not the form that its type says. */
final class MalformedForm {
  private MalformedForm() {}

  static AumbryException because(String why) {
    return new AumbryException(ErrorCode.MALFORMED_REQUEST, "The form is malformed: " + why);
  }
}
