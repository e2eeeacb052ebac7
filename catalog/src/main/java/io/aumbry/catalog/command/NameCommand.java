package io.aumbry.catalog.command;

/** A change of names, or of the leases and the trash that protect their blobs. */
public sealed interface NameCommand<R> extends Command<R>
    permits NameChange, WriterCommand, UpkeepCommand {}
