/**
 * The settings of each kind of process: one record for each role, composed of its components'
 * config records. {@link io.aumbry.deploy.settings.Roles} lists them.
 */
@NullMarked
package io.aumbry.deploy.settings;

import org.jspecify.annotations.NullMarked;
