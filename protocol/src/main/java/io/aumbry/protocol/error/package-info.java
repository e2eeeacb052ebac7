/** The one vocabulary of errors of the whole system, from the disk to the client's answer. */
@NullMarked
package io.aumbry.protocol.error;

import org.jspecify.annotations.NullMarked;
