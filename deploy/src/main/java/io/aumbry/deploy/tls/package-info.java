/**
 * Certificates for a cluster that one person tries out: an authority of its own, and a certificate
 * for each process. A real cluster brings its own.
 *
 * <pre>
 *   tls/authority.pem, authority.key    the authority, made once, ten years
 *   tls/NAME.pem, NAME.key              a process: its name is common name and subject alternative
 *                                       name; 398 days, made anew when less than 30 are left
 * </pre>
 *
 * <p>All are PEM; keys are PKCS 8, unencrypted, elliptic curve P-256. The folder and its files are
 * for their owner only.
 */
@NullMarked
package io.aumbry.deploy.tls;

import org.jspecify.annotations.NullMarked;
