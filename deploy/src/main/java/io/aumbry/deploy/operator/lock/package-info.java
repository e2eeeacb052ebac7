/** {@code aumbry admin lock}: locks of hosts, so that one activity works on a host at a time. */
@NullMarked
package io.aumbry.deploy.operator.lock;

import org.jspecify.annotations.NullMarked;
