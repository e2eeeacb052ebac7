/**
 * {@code aumbry admin}: how operators look at a cluster that runs, and steer it.
 *
 * <p>A look ({@link io.aumbry.deploy.operator.observation.ClusterObserver}) reads what the
 * coordination of each data centre says and asks every live node for its report, all at once and in
 * a bounded time; who does not answer is named. What is shown is made of one look, by values alone:
 * {@link io.aumbry.deploy.operator.status.ClusterStatus} judges, the commands lay out. To ask all
 * nodes something else, {@link io.aumbry.deploy.operator.observation.NodeRound} takes another
 * {@link io.aumbry.deploy.operator.observation.NodeConversation}.
 *
 * <p>Nothing of what these commands do lives in them: a drain and partitions that were added are in
 * ZooKeeper, and go on when the command has ended.
 */
@NullMarked
package io.aumbry.deploy.operator;

import org.jspecify.annotations.NullMarked;
