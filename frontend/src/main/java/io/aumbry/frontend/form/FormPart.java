package io.aumbry.frontend.form;

public record FormPart(String name, boolean isFile) {}
