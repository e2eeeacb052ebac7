/** Tests of when replicas are sealed. */
@NullMarked
package io.aumbry.server.sealing;

import org.jspecify.annotations.NullMarked;
