package io.aumbry.deploy.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A certificate and its private key. */
record KeyedCertificate(X509Certificate certificate, PrivateKey key) {}
