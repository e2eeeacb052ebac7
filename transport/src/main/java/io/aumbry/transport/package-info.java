/** HTTP and TLS on Netty. No other module imports Netty. */
@NullMarked
package io.aumbry.transport;

import org.jspecify.annotations.NullMarked;
