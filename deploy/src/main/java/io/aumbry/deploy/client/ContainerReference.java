package io.aumbry.deploy.client;

/** A container on the command line, as {@code account/container}. */
public record ContainerReference(String account, String container) {
  /**
   * Parses a container.
   *
   * @throws ClientException if it has another form
   */
  public static ContainerReference parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 1 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
      throw new ClientException(
          ExitCode.USAGE, "'" + text + "' must have the form account/container");
    }
    return new ContainerReference(text.substring(0, slash), text.substring(slash + 1));
  }

  /** The path of its names, percent-encoded. */
  String path() {
    return "/named/" + PercentEncoding.encode(account) + "/" + PercentEncoding.encode(container);
  }

  @Override
  public String toString() {
    return account + "/" + container;
  }
}
