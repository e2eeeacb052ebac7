package io.aumbry.frontend.form;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

final class MalformedForm {
  private MalformedForm() {}

  static AumbryException because(String why) {
    return new AumbryException(ErrorCode.MALFORMED_REQUEST, "The form is malformed: " + why);
  }
}
