package io.aumbry.frontend.form;

/**
 * The header of a part of a form.
 *
 * @param name of the field
 * @param isFile whether the part has a file name
 */
public record FormPart(String name, boolean isFile) {}
