/**
 * What an operator can set: typed keys with bounds and defaults, and the loader that puts settings
 * together from a file, the environment and flags, strictly.
 *
 * <p>The file has lines {@code key = value} and comments, read by {@link
 * io.aumbry.config.ConfigFile}: fewer rules than TOML or properties files have, since a key is
 * dotted and a value is one line, and every line can be named in an error. Keys are declared in one
 * class for each part of the system ({@link io.aumbry.config.CommonKeys} and its neighbours), and
 * put together for each kind of process in {@link io.aumbry.config.Roles}. Components do not know
 * keys: {@code deploy} makes their records from settings.
 *
 * <p>Everything here is immutable but the loader, which one thread uses once at start.
 */
@NullMarked
package io.aumbry.config;

import org.jspecify.annotations.NullMarked;
