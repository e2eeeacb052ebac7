/**
 * The commands that start, steer and carry out maintenance workflows: {@code aumbry admin
 * maintenance}.
 */
@NullMarked
package io.aumbry.deploy.operator.workflow;

import org.jspecify.annotations.NullMarked;
