/**
 * The processes of a cluster. One class wires each of them and reads like its architecture: {@link
 * io.aumbry.deploy.process.FrontendProcess}, {@link io.aumbry.deploy.process.StorageProcess},
 * {@link io.aumbry.deploy.process.ControllerProcess} and {@link
 * io.aumbry.deploy.process.ZooKeeperProcess}. {@link io.aumbry.deploy.process.ServerProcess} has
 * the first three as its parts. Processes share no state, and any number can run in one JVM.
 *
 * <p>A start opens the admin port first, so that it can be observed, then the lower layers, then
 * the served port. A stop goes in reverse order. A failed start stops the parts that it had
 * started.
 */
@NullMarked
package io.aumbry.deploy.process;

import org.jspecify.annotations.NullMarked;
