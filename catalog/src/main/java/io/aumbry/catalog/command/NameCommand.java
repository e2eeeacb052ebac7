package io.aumbry.catalog.command;

/** A change of names. */
public non-sealed interface NameCommand<R> extends Command<R> {}
