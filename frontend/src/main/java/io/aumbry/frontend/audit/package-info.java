/**
 * The audit log: one JSON line for each request that changes something and for each refusal of
 * access.
 *
 * <p>{@link io.aumbry.frontend.audit.AuditLog} queues lines, and one thread writes them to a {@link
 * io.aumbry.frontend.audit.AuditOutput}, so that requests never wait for a disk. {@link
 * io.aumbry.frontend.audit.AuditStream} chooses the output. A line has names from the request, but
 * no signature or token.
 */
@NullMarked
package io.aumbry.frontend.audit;

import org.jspecify.annotations.NullMarked;
