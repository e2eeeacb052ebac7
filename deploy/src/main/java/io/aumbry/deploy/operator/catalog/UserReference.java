package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;

/**
 * A user on the command line: {@code account/name}, or {@code name} for a user of the cluster.
 *
 * @param account empty for users of the cluster
 */
record UserReference(String account, String name) {
  static UserReference parse(String text) {
    int slash = text.indexOf('/');
    boolean isWhole =
        !text.isEmpty()
            && slash != 0
            && slash != text.length() - 1
            && slash == text.lastIndexOf('/');
    if (!isWhole) {
      throw new ClientException(
          ExitCode.USAGE,
          "'" + text + "' must have the form account/user, or user for a user of the cluster");
    }
    return slash < 0
        ? new UserReference("", text)
        : new UserReference(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public String toString() {
    return account.isEmpty() ? name : account + "/" + name;
  }
}
