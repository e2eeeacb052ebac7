package io.aumbry.catalog.command;

/** A change of accounts. */
public non-sealed interface AccountCommand<R> extends Command<R> {}
