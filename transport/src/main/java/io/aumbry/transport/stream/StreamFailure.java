package io.aumbry.transport.stream;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

/** The reason why a stream broke. */
public record StreamFailure(ErrorCode code, String reason) {
  public AumbryException exception() {
    return new AumbryException(code, reason);
  }
}
