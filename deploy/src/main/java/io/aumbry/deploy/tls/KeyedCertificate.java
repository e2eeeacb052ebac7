package io.aumbry.deploy.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A certificate and the private key to it. */
record KeyedCertificate(X509Certificate certificate, PrivateKey key) {}
