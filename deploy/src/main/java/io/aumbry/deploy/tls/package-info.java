/**
 * Certificates with roles, for development clusters ({@link io.aumbry.deploy.tls.DevCertificates})
 * and for small installations ({@link io.aumbry.deploy.tls.CertificateAuthority}). Larger ones have
 * issuers of their own.
 *
 * <pre>
 *   authority.pem, authority.key    the authority, ten years
 *   NAME.pem, NAME.key              a process or an operator, 398 days: its name is the common name
 *                                   and a DNS name, its role a URI among the alternative names
 * </pre>
 *
 * <p>All are PEM; keys are PKCS 8, unencrypted, on the elliptic curve P-256. Files have mode 0600.
 * A development cluster renews a certificate at a start with less than 30 days left.
 */
@NullMarked
package io.aumbry.deploy.tls;

import org.jspecify.annotations.NullMarked;
