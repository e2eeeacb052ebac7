/** The errors of the whole system, from the disk to the client's response. */
@NullMarked
package io.aumbry.protocol.error;

import org.jspecify.annotations.NullMarked;
