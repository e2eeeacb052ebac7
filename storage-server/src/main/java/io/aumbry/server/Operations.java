package io.aumbry.server;

import io.aumbry.protocol.message.NodeRequest;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Names of node messages in metrics and logs: the simple names of their records in lower case. */
final class Operations {
  private static final ClassValue<String> NAMES =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> message) {
          return message.getSimpleName().toLowerCase(Locale.ROOT);
        }
      };

  private Operations() {}

  static String name(NodeRequest request) {
    return NAMES.get(request.getClass());
  }

  static List<String> all() {
    return Stream.of(NodeRequest.class.getPermittedSubclasses()).map(NAMES::get).toList();
  }
}
