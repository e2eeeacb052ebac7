/**
 * Rules for which peer may send which message to a storage node. {@link
 * io.aumbry.server.access.AccessRules} has one rule for each message. A rule judges a peer by its
 * certificate and the cluster view. The package has no state and does no I/O.
 */
@NullMarked
package io.aumbry.server.access;

import org.jspecify.annotations.NullMarked;
