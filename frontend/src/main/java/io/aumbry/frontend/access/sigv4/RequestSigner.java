package io.aumbry.frontend.access.sigv4;

import io.aumbry.frontend.access.key.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Signs requests of a client. */
public final class RequestSigner {
  private static final String CONTENT_HASH = "x-amz-content-sha256";

  private final String accessKeyId;
  private final Secret secret;
  private final String region;
  private final String service;

  public RequestSigner(String accessKeyId, Secret secret, String region, String service) {
    this.accessKeyId = accessKeyId;
    this.secret = secret;
    this.region = region;
    this.service = service;
  }

  /** A signed request. */
  public record Signed(WireRequest request, ChunkChain chunks) {
    /** Signs the chunks of the body. */
    public ChunkSigner chunkSigner() {
      return new ChunkSigner(chunks);
    }
  }

  /**
   * Signs a request with all its header fields. Adds {@code x-amz-date}, {@code
   * x-amz-content-sha256} and {@code authorization}.
   *
   * @param request with {@code host}
   * @param payload SHA-256 of the body in hex, or a constant such as {@code UNSIGNED-PAYLOAD}
   */
  public Signed sign(WireRequest request, String payload, long nowMillis) {
    String timestamp = AmzDate.format(nowMillis);
    List<WireHeader> headers = new ArrayList<>(request.headers());
    headers.add(new WireHeader("x-amz-date", timestamp));
    headers.add(new WireHeader(CONTENT_HASH, payload));
    WireRequest dated = with(request, request.rawQuery(), headers);
    Scope scope = new Scope(AmzDate.day(timestamp), region, service);
    List<String> names = names(headers);
    ChunkChain chunks = chain(dated, names, payload, new Stamp(timestamp, scope));
    headers.add(
        new WireHeader(
            HeaderClaim.FIELD,
            "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                .formatted(
                    Scope.ALGORITHM,
                    accessKeyId,
                    scope.text(),
                    String.join(";", names),
                    chunks.seed())));
    return new Signed(with(request, request.rawQuery(), headers), chunks);
  }

  /**
   * Signs an address, which needs no further credentials. The header fields of the request must be
   * sent with it.
   *
   * @param request with {@code host}
   */
  public WireRequest presign(WireRequest request, Duration valid, long nowMillis) {
    String timestamp = AmzDate.format(nowMillis);
    Scope scope = new Scope(AmzDate.day(timestamp), region, service);
    List<String> names = names(request.headers());
    String added =
        "%s=%s&%s=%s&%s=%s&%s=%d&%s=%s"
            .formatted(
                QueryClaim.ALGORITHM,
                Scope.ALGORITHM,
                QueryClaim.CREDENTIAL,
                UriText.encode(accessKeyId + '/' + scope.text()),
                QueryClaim.DATE,
                timestamp,
                QueryClaim.EXPIRES,
                valid.toSeconds(),
                QueryClaim.SIGNED_HEADERS,
                UriText.encode(String.join(";", names)));
    String query = request.rawQuery().isEmpty() ? added : request.rawQuery() + '&' + added;
    WireRequest dated = with(request, query, request.headers());
    ChunkChain chunks = chain(dated, names, Payload.UNSIGNED_TEXT, new Stamp(timestamp, scope));
    return with(request, query + '&' + QueryText.SIGNATURE + '=' + chunks.seed(), dated.headers());
  }

  private record Stamp(String timestamp, Scope scope) {}

  private ChunkChain chain(WireRequest request, List<String> names, String payload, Stamp stamp) {
    QueryText query = new QueryText(request.rawQuery());
    String canonical = new CanonicalRequest(request, query, false).text(names, payload);
    SigningKey key = SigningKey.derive(secret, stamp.scope());
    String toSign = CanonicalRequest.stringToSign(stamp.timestamp(), stamp.scope(), canonical);
    return new ChunkChain(key, stamp.timestamp(), stamp.scope(), key.sign(toSign));
  }

  private static List<String> names(List<WireHeader> headers) {
    TreeSet<String> names = new TreeSet<>();
    headers.forEach(header -> names.add(header.name().toLowerCase(Locale.ROOT)));
    return List.copyOf(names);
  }

  private static WireRequest with(WireRequest request, String query, List<WireHeader> headers) {
    return new WireRequest(request.method(), request.rawPath(), query, headers, Optional.empty());
  }
}
