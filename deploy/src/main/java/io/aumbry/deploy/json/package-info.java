/** JSON that commands print. */
@NullMarked
package io.aumbry.deploy.json;

import org.jspecify.annotations.NullMarked;
