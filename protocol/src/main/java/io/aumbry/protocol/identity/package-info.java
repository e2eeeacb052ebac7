/**
 * The identities of processes and operators, as their certificates prove them.
 *
 * <p>A certificate carries its identity as a URI among its subject alternative names, in either of
 * two forms:
 *
 * <pre>
 *   aumbry://CLUSTER/ROLE/NAME
 *   spiffe://TRUST-DOMAIN/aumbry/CLUSTER/ROLE/NAME
 *
 *   CLUSTER  cluster.name: 1 to 63 letters, digits or '-'
 *   ROLE     server, node, frontend, controller, zookeeper or operator
 *   NAME     process.name, or the name of an operator: 1 to 63 letters, digits, '.', '_' or '-'
 * </pre>
 *
 * <p>The second form is a SPIFFE ID, for issuers that put no other URI into a certificate. See
 * docs/operations.md for how to issue such certificates, and decision 31 for the reasons.
 */
@NullMarked
package io.aumbry.protocol.identity;

import org.jspecify.annotations.NullMarked;
