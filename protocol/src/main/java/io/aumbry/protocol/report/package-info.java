/**
 * The status that a storage node reports to operators: its disks, its replicas and their progress
 * with each peer. {@link io.aumbry.protocol.message.NodeRequest.Report} asks for it.
 */
@NullMarked
package io.aumbry.protocol.report;

import org.jspecify.annotations.NullMarked;
