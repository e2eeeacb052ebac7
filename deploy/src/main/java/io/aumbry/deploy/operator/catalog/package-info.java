/**
 * {@code aumbry admin account|container|user|key|policy|role}: commands that change accounts and
 * identities through the REST API of a frontend.
 *
 * <p>A change of an account or container reads it, changes the given fields and writes it back with
 * the snapshot version that was read. A change in between is refused by the frontend.
 */
@NullMarked
package io.aumbry.deploy.operator.catalog;

import org.jspecify.annotations.NullMarked;
