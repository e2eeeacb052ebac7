/**
 * The processes of a cluster, each put together in one class that reads like its architecture:
 * {@link io.aumbry.deploy.process.FrontendProcess}, {@link
 * io.aumbry.deploy.process.StorageProcess}, {@link io.aumbry.deploy.process.ControllerProcess} and
 * {@link io.aumbry.deploy.process.ZooKeeperProcess}. They share nothing, so that many can run in
 * one JVM.
 *
 * <p>Order: the admin port first, so that a start can be watched, then what is below, then the port
 * that is served; a stop goes the other way. A start that fails stops what it had started.
 */
@NullMarked
package io.aumbry.deploy.process;

import org.jspecify.annotations.NullMarked;
