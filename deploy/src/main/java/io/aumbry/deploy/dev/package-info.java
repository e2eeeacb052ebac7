/**
 * A whole cluster on one machine, to try out, develop against and measure.
 *
 * <pre>
 *   data/dev/lock                 held by the running dev; its process id is inside
 *   data/dev/ports.conf           the port of everything, found free at the first start and kept
 *   data/dev/conf/NAME.conf       the configuration of each process, written at every start
 *   data/dev/tls/                 see {@link io.aumbry.deploy.tls}
 *   data/dev/NAME/                what a process keeps: a folder for each disk, or ZooKeeper's files
 *   data/dev/logs/NAME.log        dev.log when all run in one process
 *   data/dev/pids                 name and process id, one a line, with separate processes only
 * </pre>
 *
 * <p>A plan ({@link io.aumbry.deploy.dev.DevPlan}) is a value: which processes there are and what
 * their configuration says. It is then run in this process ({@link
 * io.aumbry.deploy.dev.LocalCluster}) or as processes of their own ({@link
 * io.aumbry.deploy.dev.ChildProcesses}); both read the same files.
 */
@NullMarked
package io.aumbry.deploy.dev;

import org.jspecify.annotations.NullMarked;
