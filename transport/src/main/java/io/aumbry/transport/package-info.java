/** The only module that knows Netty. */
@NullMarked
package io.aumbry.transport;

import org.jspecify.annotations.NullMarked;
