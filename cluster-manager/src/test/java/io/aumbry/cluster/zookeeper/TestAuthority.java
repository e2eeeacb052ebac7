package io.aumbry.cluster.zookeeper;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority of its own, and identities by it that are valid on loopback. */
final class TestAuthority {
  private final Instant from = Instant.now().minus(1, ChronoUnit.DAYS);

  private final Path folder;
  private final X500Name name;
  private final KeyPair keys;

  TestAuthority(Path parent, String name) throws Exception {
    this.folder = Files.createDirectories(parent.resolve(name));
    this.name = new X500Name("CN=" + name);
    this.keys = newKeys();
    JcaX509v3CertificateBuilder builder = builder(this.name, keys, 1);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    write("authority.pem", "CERTIFICATE", signed(builder));
  }

  ClusterIdentity identity(String process) throws Exception {
    KeyPair own = newKeys();
    JcaX509v3CertificateBuilder builder = builder(new X500Name("CN=" + process), own, 2);
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
    return new ClusterIdentity(
        folder.resolve("authority.pem"),
        write(process + ".pem", "CERTIFICATE", signed(builder)),
        write(process + ".key", "PRIVATE KEY", own.getPrivate().getEncoded()),
        folder.resolve("state"));
  }

  private static KeyPair newKeys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private JcaX509v3CertificateBuilder builder(X500Name subject, KeyPair subjectKeys, int serial) {
    return new JcaX509v3CertificateBuilder(
        name,
        BigInteger.valueOf(serial),
        Date.from(from),
        Date.from(from.plus(10, ChronoUnit.DAYS)),
        subject,
        subjectKeys.getPublic());
  }

  private byte[] signed(JcaX509v3CertificateBuilder builder) throws Exception {
    return builder
        .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
        .getEncoded();
  }

  private Path write(String file, String type, byte[] der) throws Exception {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        folder.resolve(file),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, body, type));
  }
}
