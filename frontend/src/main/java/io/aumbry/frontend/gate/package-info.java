/**
 * The vocabulary of access control, without HTTP types. A {@link io.aumbry.frontend.gate.Caller}
 * asks for an {@link io.aumbry.frontend.gate.Action} on a {@link io.aumbry.frontend.gate.Resource}.
 */
@NullMarked
package io.aumbry.frontend.gate;

import org.jspecify.annotations.NullMarked;
