/**
 * Background work of a storage node. A {@link io.aumbry.server.worker.Worker} repeats one step on
 * its own thread, and {@link io.aumbry.server.worker.WorkerRegistry} creates all workers of a node
 * and shows them in metrics and reports.
 */
@NullMarked
package io.aumbry.server.worker;

import org.jspecify.annotations.NullMarked;
