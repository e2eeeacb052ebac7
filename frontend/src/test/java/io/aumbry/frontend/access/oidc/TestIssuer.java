package io.aumbry.frontend.access.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** An identity provider with real keys over real HTTP. */
public final class TestIssuer implements AutoCloseable {
  /** A key pair and its algorithm. */
  public record SigningPair(JWSAlgorithm algorithm, KeyPair pair, JWK published) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<SigningPair> published = new CopyOnWriteArrayList<>();
  final AtomicInteger fetches = new AtomicInteger();

  /** Replaces the answers, if it has text. */
  volatile String jwks = "";

  volatile String announcedIssuer = "";
  public volatile int status = 200;

  /** Starts a provider without keys. */
  public TestIssuer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/.well-known/openid-configuration", this::discovery);
    server.createContext("/keys", this::keys);
    server.start();
  }

  public String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Replaces the published keys. */
  public void publish(SigningPair... pairs) {
    published.clear();
    published.addAll(Arrays.asList(pairs));
  }

  private void discovery(HttpExchange exchange) throws IOException {
    fetches.incrementAndGet();
    String named = announcedIssuer.isEmpty() ? issuer() : announcedIssuer;
    answer(
        exchange,
        "{\"issuer\":\"%s\",\"jwks_uri\":\"%s/keys\",\"scopes_supported\":[\"openid\"]}"
            .formatted(named, issuer()));
  }

  private void keys(HttpExchange exchange) throws IOException {
    String all =
        published.stream()
            .map(pair -> pair.published().toJSONString())
            .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    answer(exchange, jwks.isEmpty() ? all : jwks);
  }

  private void answer(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  public static SigningPair rsa(String id, int bits) {
    KeyPair pair = generate("RSA", bits);
    JWK key = new RSAKey.Builder((RSAPublicKey) pair.getPublic()).keyID(id).build();
    return new SigningPair(JWSAlgorithm.RS256, pair, key);
  }

  public static SigningPair ec(String id) {
    KeyPair pair = generate("EC", 256);
    JWK key = new ECKey.Builder(Curve.P_256, (ECPublicKey) pair.getPublic()).keyID(id).build();
    return new SigningPair(JWSAlgorithm.ES256, pair, key);
  }

  static SigningPair ed25519(String id) {
    KeyPair pair = generate("Ed25519", 255);
    byte[] encoded = ((EdECPublicKey) pair.getPublic()).getEncoded();
    byte[] x = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    JWK key = new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(x)).keyID(id).build();
    return new SigningPair(JWSAlgorithm.EdDSA, pair, key);
  }

  private static KeyPair generate(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A token, signed by a key. */
  public static String token(SigningPair key, JWTClaimsSet claims) {
    JWSHeader header =
        new JWSHeader.Builder(key.algorithm()).keyID(key.published().getKeyID()).build();
    try {
      if (key.algorithm().equals(JWSAlgorithm.EdDSA)) {
        return edwards(key, header, claims);
      }
      JWSSigner signer =
          key.algorithm().equals(JWSAlgorithm.RS256)
              ? new RSASSASigner(key.pair().getPrivate())
              : new ECDSASigner(key.pair().getPrivate(), Curve.P_256);
      SignedJWT token = new SignedJWT(header, claims);
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String edwards(SigningPair key, JWSHeader header, JWTClaimsSet claims)
      throws GeneralSecurityException {
    String input = header.toBase64URL() + "." + Base64URL.encode(claims.toString());
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(key.pair().getPrivate());
    signature.update(input.getBytes(StandardCharsets.US_ASCII));
    return input + "." + Base64URL.encode(signature.sign());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
