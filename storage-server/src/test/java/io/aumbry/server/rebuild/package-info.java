/** Tests of the package that brings failed replicas back. */
@NullMarked
package io.aumbry.server.rebuild;

import org.jspecify.annotations.NullMarked;
