/** Tests of when replicas that failed are brought back. */
@NullMarked
package io.aumbry.server.rebuild;

import org.jspecify.annotations.NullMarked;
