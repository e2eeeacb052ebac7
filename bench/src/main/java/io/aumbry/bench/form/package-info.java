/** The form of requests: how they name a blob, and how they prove who sends them. */
@NullMarked
package io.aumbry.bench.form;

import org.jspecify.annotations.NullMarked;
