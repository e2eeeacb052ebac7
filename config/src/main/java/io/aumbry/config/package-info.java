/** Strict typed loader and the commented reference files. */
@NullMarked
package io.aumbry.config;

import org.jspecify.annotations.NullMarked;
