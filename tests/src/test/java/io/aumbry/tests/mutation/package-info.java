/**
 * Mutation testing: PIT changes the bytecode of a class in one place, and the unit tests of its
 * module must fail. {@code tests/mutation} runs it over the classes in {@code
 * tests/mutation-targets.txt} and compares the surviving mutants with {@code
 * tests/mutation-justified.txt}.
 */
@NullMarked
package io.aumbry.tests.mutation;

import org.jspecify.annotations.NullMarked;
