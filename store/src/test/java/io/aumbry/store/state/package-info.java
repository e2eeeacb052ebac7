/** The merge of states and its laws. */
@NullMarked
package io.aumbry.store.state;

import org.jspecify.annotations.NullMarked;
