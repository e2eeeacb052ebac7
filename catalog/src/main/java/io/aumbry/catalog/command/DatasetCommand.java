package io.aumbry.catalog.command;

/** A change of datasets. */
public non-sealed interface DatasetCommand<R> extends Command<R> {}
