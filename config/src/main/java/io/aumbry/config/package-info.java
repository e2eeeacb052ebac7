/**
 * Settings of operators: a component declares its keys in its config record, and a loader reads
 * them from a file, the environment and flags.
 *
 * <p>A config record is a record whose components have the annotations {@link
 * io.aumbry.config.Setting} and {@link io.aumbry.config.Default}, or are config records themselves:
 *
 * <pre>{@code
 * public record ScrubConfig(
 *     @Setting(key = "storage.scrub-period", range = "1m to 365d", text = "...")
 *         @Default("14d")
 *         Duration period,
 *     ...) {}
 * }</pre>
 *
 * <p>The settings of a process are one record, made of those of its components. {@link
 * io.aumbry.config.KeySet} lists its keys, {@link io.aumbry.config.SettingsLoader} reads it and
 * reports all mistakes at once, and {@link io.aumbry.config.ReferenceFile} documents it. The file
 * has lines {@code key = value} and comments, read by {@link io.aumbry.config.ConfigFile}.
 *
 * <p>The subpackage {@code json} reads and writes JSON documents. This package imports nothing of
 * Aumbry. Everything in it is immutable except the loader, which one thread uses once at the start.
 */
@NullMarked
package io.aumbry.config;

import org.jspecify.annotations.NullMarked;
