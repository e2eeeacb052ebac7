package io.aumbry.frontend.access.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Set;

/**
 * Verifies signatures with RS256, ES256 and Ed25519. An algorithm must fit the type of the key, so
 * that a public key never serves as a shared secret.
 */
final class TokenSignatures {
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256, JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);
  private static final int SHORTEST_RSA = 2048;
  private static final int ED25519_BYTES = 32;

  private TokenSignatures() {}

  static boolean isAccepted(JWSHeader header) {
    boolean hasExtensions =
        header.getCriticalParams() != null && !header.getCriticalParams().isEmpty();
    return ALGORITHMS.contains(header.getAlgorithm()) && !hasExtensions;
  }

  static boolean verifies(SignedJWT token, JWK key) {
    JWSAlgorithm algorithm = token.getHeader().getAlgorithm();
    boolean fits = key.getAlgorithm() == null || isSame(algorithm, key);
    try {
      return fits
          && switch (key) {
            case RSAKey rsa ->
                algorithm.equals(JWSAlgorithm.RS256)
                    && rsa.size() >= SHORTEST_RSA
                    && token.verify(new RSASSAVerifier(rsa.toRSAPublicKey()));
            case ECKey ec ->
                algorithm.equals(JWSAlgorithm.ES256)
                    && ec.getCurve().equals(Curve.P_256)
                    && token.verify(new ECDSAVerifier(ec.toECPublicKey()));
            case OctetKeyPair pair -> isEdwards(algorithm) && verifiesEdwards(token, pair);
            default -> false;
          };
    } catch (JOSEException | GeneralSecurityException e) {
      return false;
    }
  }

  private static boolean isSame(JWSAlgorithm algorithm, JWK key) {
    String named = key.getAlgorithm().getName();
    return named.equals(algorithm.getName())
        || (isEdwards(algorithm) && isEdwards(new JWSAlgorithm(named)));
  }

  private static boolean isEdwards(JWSAlgorithm algorithm) {
    return algorithm.equals(JWSAlgorithm.EdDSA) || algorithm.equals(JWSAlgorithm.Ed25519);
  }

  /** The library needs a further library for this curve, which Java has itself. */
  private static boolean verifiesEdwards(SignedJWT token, OctetKeyPair pair)
      throws GeneralSecurityException {
    byte[] encoded = pair.getX().decode();
    if (!pair.getCurve().equals(Curve.Ed25519) || encoded.length != ED25519_BYTES) {
      return false;
    }
    byte[] bigEndian = new byte[ED25519_BYTES];
    for (int i = 0; i < ED25519_BYTES; i++) {
      bigEndian[i] = encoded[ED25519_BYTES - 1 - i];
    }
    boolean isOdd = (bigEndian[0] & 0x80) != 0;
    bigEndian[0] &= 0x7F;
    EdECPoint point = new EdECPoint(isOdd, new BigInteger(1, bigEndian));
    PublicKey key =
        KeyFactory.getInstance("Ed25519")
            .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(key);
    signature.update(token.getSigningInput());
    return signature.verify(token.getSignature().decode());
  }
}
