package io.aumbry.frontend;

import io.aumbry.frontend.http.Names;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.transport.http.HttpHeaders;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Assigns request ids: the client's if it is valid, otherwise a random one. */
final class RequestIds {
  private static final String MARKS = "-_.:";

  private final RandomGenerator random;

  RequestIds(RandomGenerator random) {
    this.random = random;
  }

  String of(HttpHeaders headers) {
    Optional<String> said = headers.first(Names.REQUEST_ID);
    return said.isPresent() && isSane(said.get())
        ? said.get()
        : HexFormat.of().toHexDigits(random.nextLong());
  }

  /** Whether the id needs no quoting in logs and fields. */
  private static boolean isSane(String id) {
    if (id.isEmpty() || id.length() > RequestContext.MAX_REQUEST_ID_LENGTH) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!plain && MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
