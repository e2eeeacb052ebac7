/**
 * A whole cluster on one machine, for trials, development and measurements.
 *
 * <pre>
 *   data/dev/lock                 held by the running dev; contains its process id
 *   data/dev/ports.conf           all ports, chosen at the first start and kept
 *   data/dev/conf/NAME.conf       the configuration of each process, written at every start
 *   data/dev/tls/                 see {@link io.aumbry.deploy.tls}
 *   data/dev/NAME/                data of a process: a folder for each disk, or ZooKeeper's files
 *   data/dev/logs/NAME.log        dev.log if all run in one process
 *   data/dev/pids                 name and process id, one a line, only with separate processes
 * </pre>
 *
 * <p>A plan ({@link io.aumbry.deploy.dev.DevPlan}) lists the processes and their configuration. It
 * runs either in this process ({@link io.aumbry.deploy.dev.LocalCluster}) or as separate processes
 * ({@link io.aumbry.deploy.dev.ChildProcesses}). Both read the same files.
 */
@NullMarked
package io.aumbry.deploy.dev;

import org.jspecify.annotations.NullMarked;
