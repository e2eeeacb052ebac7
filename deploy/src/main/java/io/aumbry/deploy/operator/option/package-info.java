/** Options that several commands of operators share. */
@NullMarked
package io.aumbry.deploy.operator.option;

import org.jspecify.annotations.NullMarked;
