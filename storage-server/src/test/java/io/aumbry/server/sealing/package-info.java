/** Tests of sealing. */
@NullMarked
package io.aumbry.server.sealing;

import org.jspecify.annotations.NullMarked;
