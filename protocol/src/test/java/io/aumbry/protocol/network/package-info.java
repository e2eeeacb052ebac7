/** A network that fails on demand, for tests that use sockets. */
@NullMarked
package io.aumbry.protocol.network;

import org.jspecify.annotations.NullMarked;
