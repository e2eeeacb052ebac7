/** Multi-part uploads: objects that clients send as numbered parts. */
@NullMarked
package io.aumbry.catalog.upload;

import org.jspecify.annotations.NullMarked;
