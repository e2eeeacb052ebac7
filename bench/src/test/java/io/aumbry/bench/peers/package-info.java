@NullMarked
package io.aumbry.bench.peers;

import org.jspecify.annotations.NullMarked;
