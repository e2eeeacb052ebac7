/**
 * AWS Signature Version 4 without HTTP types: {@link
 * io.aumbry.frontend.access.sigv4.SignatureVerifier} for servers, {@link
 * io.aumbry.frontend.access.sigv4.RequestSigner} for clients, {@link
 * io.aumbry.frontend.access.sigv4.ChunkVerifier} for bodies in signed chunks.
 *
 * <p>A signature covers the canonical request:
 *
 * <pre>
 * METHOD
 * path, decoded once and encoded again
 * query, sorted, without X-Amz-Signature
 * name:value of each signed header
 *
 * names of the signed headers
 * SHA-256 of the body, or the payload mode
 * </pre>
 *
 * <p>The key is derived from the secret, the day, the region and the service. Verification uses the
 * request as it arrived, because a header map merges and strips fields.
 */
@NullMarked
package io.aumbry.frontend.access.sigv4;

import org.jspecify.annotations.NullMarked;
