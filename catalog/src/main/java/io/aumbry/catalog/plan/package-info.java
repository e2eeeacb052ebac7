/** Decides what changes do, without a database: functions from values to values. */
@NullMarked
package io.aumbry.catalog.plan;

import org.jspecify.annotations.NullMarked;
