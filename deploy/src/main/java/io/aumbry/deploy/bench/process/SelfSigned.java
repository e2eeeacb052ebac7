package io.aumbry.deploy.bench.process;

import io.aumbry.protocol.runtime.SystemRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate for the reference's inner hop, of the kind that Aumbry's own nodes have. */
final class SelfSigned {
  private static final Duration LIFETIME = Duration.ofDays(1);
  private static final int LINE = 64;

  private SelfSigned() {}

  /** Writes certificate.pem and key.pem. */
  static void write(Path folder, Instant now) throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      X500Principal name = new X500Principal("CN=aumbry bench");
      X509CertificateHolder certificate =
          new JcaX509v3CertificateBuilder(
                  name,
                  BigInteger.valueOf(SystemRandom.secure().nextLong(1, Long.MAX_VALUE)),
                  Date.from(now.minus(LIFETIME)),
                  Date.from(now.plus(LIFETIME)),
                  name,
                  pair.getPublic())
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()));
      pem(folder.resolve("certificate.pem"), "CERTIFICATE", certificate.getEncoded());
      pem(folder.resolve("key.pem"), "PRIVATE KEY", pair.getPrivate().getEncoded());
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new UncheckedIOException(new IOException("no certificate could be made", e));
    }
  }

  private static void pem(Path file, String type, byte[] encoded) throws IOException {
    String text = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(encoded);
    Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }
}
