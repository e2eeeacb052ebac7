package io.aumbry.catalog.command;

/**
 * A change of the catalog. It contains its time, ids and random values, so that applying it to the
 * same state always has the same effect and result.
 *
 * @param <R> type of the result
 */
public sealed interface Command<R>
    permits AccountCommand, IdentityCommand, NameCommand, DatasetCommand, UploadCommand {}
