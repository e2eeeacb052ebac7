/**
 * The vocabulary of access control, without HTTP types: who asks ({@link
 * io.aumbry.frontend.gate.Caller}), for which operation ({@link io.aumbry.frontend.gate.Action}) on
 * which object ({@link io.aumbry.frontend.gate.Resource}).
 */
@NullMarked
package io.aumbry.frontend.gate;

import org.jspecify.annotations.NullMarked;
