package io.aumbry.catalog.command;

/** A change of identitys. */
public non-sealed interface IdentityCommand<R> extends Command<R> {}
