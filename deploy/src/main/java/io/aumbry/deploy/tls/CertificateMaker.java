package io.aumbry.deploy.tls;

import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** Creates keys on the curve P-256 and their certificates. Does not use files. */
final class CertificateMaker {
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final int SERIAL_BYTES = 16;

  private final Time time;
  private final RandomGenerator random;

  /**
   * Certificates are valid from one hour before now, because of clock skew.
   *
   * @param random must be unpredictable
   */
  CertificateMaker(Time time, RandomGenerator random) {
    this.time = time;
    this.random = random;
  }

  /** Creates an authority that can sign leaf certificates, but no further authorities. */
  KeyedCertificate authority(X500Name name, Duration life)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    KeyPair keys = newKeys();
    X509v3CertificateBuilder builder = builder(name, name, keys, life);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    return sign(builder, keys, keys.getPrivate());
  }

  KeyedCertificate leaf(KeyedCertificate authority, LeafCertificate leaf)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    KeyPair keys = newKeys();
    X500Name issuer =
        X500Name.getInstance(authority.certificate().getSubjectX500Principal().getEncoded());
    X509v3CertificateBuilder builder =
        builder(issuer, new X500Name("CN=" + leaf.name()), keys, leaf.life());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage,
        false,
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(names(leaf).toArray(GeneralName[]::new)));
    return sign(builder, keys, authority.key());
  }

  private static List<GeneralName> names(LeafCertificate leaf) {
    List<GeneralName> names = new ArrayList<>();
    names.add(new GeneralName(GeneralName.dNSName, leaf.name()));
    for (String host : leaf.hosts()) {
      int type = IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName;
      names.add(new GeneralName(type, host));
    }
    leaf.identity()
        .map(identity -> new GeneralName(GeneralName.uniformResourceIdentifier, identity.uri()))
        .ifPresent(names::add);
    return names;
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, KeyPair keys, Duration life)
      throws GeneralSecurityException, IOException {
    Instant now = Instant.ofEpochMilli(time.wallMillis());
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer,
            serial(),
            Date.from(now.minus(CLOCK_SKEW)),
            Date.from(now.plus(life)),
            subject,
            keys.getPublic());
    builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
    return builder;
  }

  private static KeyedCertificate sign(
      X509v3CertificateBuilder builder, KeyPair keys, PrivateKey signer)
      throws GeneralSecurityException, OperatorCreationException {
    return new KeyedCertificate(
        new JcaX509CertificateConverter()
            .getCertificate(
                builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer))),
        keys.getPrivate());
  }

  private BigInteger serial() {
    byte[] bytes = new byte[SERIAL_BYTES];
    random.nextBytes(bytes);
    return new BigInteger(1, bytes).setBit(0);
  }
}
