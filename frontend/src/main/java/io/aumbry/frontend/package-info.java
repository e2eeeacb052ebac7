/** REST and S3, accounts, names, auth, quotas. */
@NullMarked
package io.aumbry.frontend;

import org.jspecify.annotations.NullMarked;
