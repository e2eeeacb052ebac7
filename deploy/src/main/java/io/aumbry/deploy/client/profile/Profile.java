package io.aumbry.deploy.client.profile;

import io.aumbry.config.ConfidentialUrl;
import io.aumbry.config.ConfigException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How commands reach a frontend.
 *
 * @param url scheme, host and port
 * @param credential without it, requests are anonymous
 */
public record Profile(URI url, Optional<ClientCredential> credential, Defaults defaults) {
  /** The name of the profile that is used if none is chosen. */
  public static final String DEFAULT_NAME = "default";

  /** The frontend of {@code aumbry dev}. */
  public static final Profile BUILT_IN =
      new Profile(URI.create("http://127.0.0.1:1174"), Optional.empty(), Defaults.NONE);

  /**
   * Optional settings.
   *
   * @param account owner of uploads without a name
   * @param container of uploads without a name
   * @param caFile PEM file with the authorities that may certify the frontend; without it, those of
   *     the Java runtime
   */
  public record Defaults(
      Optional<String> account, Optional<String> container, Optional<Path> caFile) {
    public static final Defaults NONE =
        new Defaults(Optional.empty(), Optional.empty(), Optional.empty());

    public Defaults {
      if (container.isPresent() && account.isEmpty()) {
        throw new ConfigException("container " + container.get() + " is given without an account");
      }
    }
  }

  public Profile {
    String scheme = url.getScheme();
    boolean isWeb = "http".equals(scheme) || "https".equals(scheme);
    boolean isBare =
        (url.getRawPath().isEmpty() || url.getRawPath().equals("/"))
            && url.getRawQuery() == null
            && url.getRawFragment() == null
            && url.getRawUserInfo() == null;
    if (!isWeb || url.getHost() == null || !isBare) {
      throw unusable(withoutUserInfo(url.toString()));
    }
  }

  /** Parses the URL of a frontend. */
  public static URI parseUrl(String text) {
    try {
      URI url = new URI(text);
      if (url.isOpaque()) {
        throw unusable(withoutUserInfo(text));
      }
      return url;
    } catch (URISyntaxException e) {
      throw unusable(withoutUserInfo(text));
    }
  }

  /** The access key, if the credential is one. */
  public Optional<ClientKey> key() {
    return credential.filter(ClientKey.class::isInstance).map(ClientKey.class::cast);
  }

  /** The bearer token, if the credential is one. */
  public Optional<ClientToken> token() {
    return credential.filter(ClientToken.class::isInstance).map(ClientToken.class::cast);
  }

  /**
   * Requires a connection that others on the network cannot read.
   *
   * @throws ConfigException if the URL has no TLS and is not of this machine
   */
  public void requireConfidential() {
    if (!ConfidentialUrl.isConfidential(url)) {
      throw new ConfigException(
          "a token is not used with %s, because others could read it; the URL must begin with https"
              .formatted(url));
    }
  }

  public Profile withUrl(URI other) {
    return new Profile(other, credential, defaults);
  }

  public Profile with(ClientCredential other) {
    return new Profile(url, Optional.of(other), defaults);
  }

  public Profile withoutCredential() {
    return new Profile(url, Optional.empty(), defaults);
  }

  public Profile withDefaults(Defaults others) {
    return new Profile(url, credential, others);
  }

  private static ConfigException unusable(String url) {
    return new ConfigException("URL " + url + " must have the form https://host:1174");
  }

  /** Hides a password in the URL. */
  private static String withoutUserInfo(String url) {
    return url.replaceFirst("//[^/]*@", "//...@");
  }
}
