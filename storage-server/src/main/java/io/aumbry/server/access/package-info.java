/**
 * The rules that say which peer may send which message to a storage node. {@link
 * io.aumbry.server.access.AccessRules} gives each message its rule, and the rule judges a peer by
 * its identity and the cluster view. Nothing here has state or does I/O.
 */
@NullMarked
package io.aumbry.server.access;

import org.jspecify.annotations.NullMarked;
