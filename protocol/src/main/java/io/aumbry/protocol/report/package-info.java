/**
 * What a storage node says of itself to operators: its disks, its replicas, and how they stand with
 * their peers. Values only; {@link io.aumbry.protocol.message.NodeRequest.Report} asks for them.
 */
@NullMarked
package io.aumbry.protocol.report;

import org.jspecify.annotations.NullMarked;
