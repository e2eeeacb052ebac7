package io.aumbry.frontend.rest.signed;

import io.aumbry.frontend.access.signed.SignedAddress;
import io.aumbry.frontend.access.signed.UrlSigner;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.http.Names;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.Route;
import io.aumbry.frontend.rest.blob.ChunkUploads;
import io.aumbry.frontend.rest.blob.UploadArguments;
import io.aumbry.protocol.runtime.Time;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** {@code GET /signedUrl}: signs a download or an upload for clients without credentials. */
public final class SignedUrls {
  /** A longer request line is refused. */
  private static final int MAX_CHARACTERS = 4000;

  private final UrlSigner signer;
  private final SigningConfig config;
  private final Time time;
  private final RandomGenerator random;

  /**
   * Signs URLs.
   *
   * @param random makes sessions unique
   */
  public SignedUrls(UrlSigner signer, SigningConfig config, Time time, RandomGenerator random) {
    this.signer = signer;
    this.config = config;
    this.time = time;
    this.random = random;
  }

  public Answer sign(Route.OfSigning route, Call call) {
    long seconds =
        Math.min(
            call.arguments().number(Names.URL_TTL, 1).orElse(config.ttl().toSeconds()),
            config.maxTtl().toSeconds());
    Map<String, String> arguments = new TreeMap<>();
    call.arguments()
        .forEach(
            Names.PREFIX,
            (name, value) -> arguments.put(Names.PREFIX + name.toLowerCase(Locale.ROOT), value));
    arguments.keySet().removeAll(SignedRequests.UNSIGNED);
    arguments.remove(Names.URL_TTL);
    arguments.remove(UrlSigner.SIGNER);
    if (call.trail().caller() instanceof Caller.Known) {
      arguments.put(UrlSigner.SIGNER, signingKey(call));
    }
    String url =
        switch (route) {
          case Route.SignDownload(String id, _) -> {
            arguments.keySet().removeAll(Route.SignUpload.RECOMPUTED);
            yield url(config.downloadEndpoint(), new Target("GET", id), arguments, seconds);
          }
          case Route.SignUpload(Owner owner) -> {
            UploadArguments.check(owner, call.arguments(), time.wallMillis());
            limit(arguments, call.arguments());
            yield url(config.uploadEndpoint(), new Target("POST", ""), arguments, seconds);
          }
        };
    call.headers().add(Names.SIGNED_URL, url).add("Cache-Control", "no-store");
    return Answer.empty(200, call.headers());
  }

  /** The URL acts for the key, and ends with it. It cannot carry the limit of a token. */
  private static String signingKey(Call call) {
    return call.trail()
        .admission()
        .unlimitedKey()
        .orElseThrow(() ->
            new Refusal(
                RestError.ACCESS_DENIED,
                "A URL is signed for an access key, or for a token of one without a limit"));
  }

  private record Target(String method, String id) {}

  /** Sets the size limit of an upload, and all that a chunk needs. */
  private void limit(Map<String, String> to, Arguments arguments) {
    long maxSize = arguments.number(Names.MAX_UPLOAD_SIZE, 1).orElse(config.maxUploadSize());
    to.keySet().removeAll(Route.SignUpload.RECOMPUTED);
    if (arguments.flag(Names.CHUNK_UPLOAD)) {
      to.put(Names.CHUNK_UPLOAD, "true");
      to.put(Names.SESSION, new UUID(random.nextLong(), random.nextLong()).toString());
      if (arguments.has(Names.TTL)) {
        ChunkUploads.checkTtl(arguments, config.chunks());
      }
      to.putIfAbsent(Names.TTL, Long.toString(config.chunks().ttl().toSeconds()));
      maxSize = config.chunks().maxSize();
    }
    to.put(Names.MAX_UPLOAD_SIZE, Long.toString(maxSize));
  }

  private String url(
      String endpoint, Target target, Map<String, String> arguments, long validSeconds) {
    long expires = time.wallMillis() / 1000 + validSeconds;
    SignedAddress address = new SignedAddress(target.method(), target.id(), arguments, expires);
    StringBuilder url = new StringBuilder(endpoint).append("/?");
    address.arguments().forEach((name, value) -> append(url, name, value));
    append(url, UrlSigner.SIGNATURE, signer.sign(address));
    url.append(SignedRequests.EXPIRY).append('=').append(expires);
    if (url.length() > MAX_CHARACTERS) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "The signed URL would have "
              + url.length()
              + " characters, must be at most "
              + MAX_CHARACTERS);
    }
    return url.toString();
  }

  private static void append(StringBuilder url, String name, String value) {
    url.append(FieldText.encode(name)).append('=').append(FieldText.encode(value)).append('&');
  }
}
