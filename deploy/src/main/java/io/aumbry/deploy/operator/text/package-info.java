/** Numbers and tables as text for operators. */
@NullMarked
package io.aumbry.deploy.operator.text;

import org.jspecify.annotations.NullMarked;
