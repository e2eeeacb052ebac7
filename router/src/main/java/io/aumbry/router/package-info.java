/** Put, get and change across replicas. */
@NullMarked
package io.aumbry.router;

import org.jspecify.annotations.NullMarked;
