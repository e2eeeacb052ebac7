/**
 * Certificates with roles, for development clusters ({@link io.aumbry.deploy.tls.DevCertificates})
 * and small installations ({@link io.aumbry.deploy.tls.CertificateAuthority}). Larger installations
 * have their own issuers.
 *
 * <pre>
 *   authority.pem, authority.key    the authority, ten years
 *   NAME.pem, NAME.key              a process or an operator, 398 days: its name is the common name
 *                                   and a DNS name, its role a URI among the alternative names
 * </pre>
 *
 * <p>All files are PEM with mode 0600. Keys are PKCS#8, unencrypted, on the elliptic curve P-256. A
 * development cluster renews a certificate at a start less than 30 days before its end.
 */
@NullMarked
package io.aumbry.deploy.tls;

import org.jspecify.annotations.NullMarked;
