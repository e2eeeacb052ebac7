/** The form of requests: the naming of blobs, and the authentication of the sender. */
@NullMarked
package io.aumbry.bench.form;

import org.jspecify.annotations.NullMarked;
