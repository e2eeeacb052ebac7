package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ContainerReference;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.PercentEncoding;
import java.io.IOException;

/**
 * The bearer of a policy on the command line: {@code user:account/name}, {@code role:NAME} or
 * {@code container:account/container}.
 */
record PolicyTarget(Kind kind, String name) {
  /** The kinds of bearers, with their names in paths. */
  enum Kind {
    USER("user"),
    ROLE("role"),
    CONTAINER("container");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  static PolicyTarget ofRole(String role) {
    return new PolicyTarget(Kind.ROLE, role);
  }

  static PolicyTarget parse(String text) {
    for (Kind kind : Kind.values()) {
      String start = kind.word + ":";
      if (text.startsWith(start) && text.length() > start.length()) {
        return new PolicyTarget(kind, text.substring(start.length()));
      }
    }
    throw new ClientException(
        ExitCode.USAGE,
        "'" + text + "' must be user:account/name, role:NAME or container:account/container");
  }

  /** The path of the policy. Asks the frontend for the id of a user. */
  String path(IdentityApi identities) throws IOException {
    String id =
        switch (kind) {
          case USER -> PercentEncoding.encode(identities.userId(UserReference.parse(name)));
          case ROLE -> PercentEncoding.encode(name);
          case CONTAINER -> {
            ContainerReference container = ContainerReference.parse(name);
            yield PercentEncoding.encode(container.account())
                + "/"
                + PercentEncoding.encode(container.container());
          }
        };
    return "/policies/" + kind.word + "/" + id;
  }
}
