/**
 * The measured processes: samples from the kernel, the processes of a cluster, and the nginx
 * reference.
 */
@NullMarked
package io.aumbry.bench.process;

import org.jspecify.annotations.NullMarked;
