/**
 * Settings for operators. A component declares its keys in its config record. A loader reads them
 * from a file, the environment and flags.
 *
 * <p>The components of a config record either have the annotations {@link io.aumbry.config.Setting}
 * and {@link io.aumbry.config.Default}, or are config records themselves:
 *
 * <pre>{@code
 * public record ScrubConfig(
 *     @Setting(key = "storage.scrub-period", range = "1m to 365d", text = "...")
 *         @Default("14d")
 *         Duration period,
 *     ...) {}
 * }</pre>
 *
 * <p>One record composes all settings of a process. {@link io.aumbry.config.KeySet} lists its keys,
 * {@link io.aumbry.config.SettingsLoader} reads it and reports all mistakes at once, {@link
 * io.aumbry.config.ReferenceFile} documents it, and {@link io.aumbry.config.ConfigFile} parses
 * files with lines {@code key = value} and comments.
 *
 * <p>The subpackage {@code json} reads and writes JSON documents. This package imports nothing of
 * Aumbry. Everything is immutable except the loader, which one thread uses at the start.
 */
@NullMarked
package io.aumbry.config;

import org.jspecify.annotations.NullMarked;
