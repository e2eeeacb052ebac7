package io.aumbry.frontend.form;

/**
 * What is said of one part of a form.
 *
 * @param name of the field
 * @param isFile whether it comes with the name of a file
 */
public record FormPart(String name, boolean isFile) {}
