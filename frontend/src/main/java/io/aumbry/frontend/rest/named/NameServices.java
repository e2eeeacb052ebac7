package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.command.DatasetStore;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.frontend.name.NamedUpload;

/** The parts of a process that serve names. */
public record NameServices(NameStore names, DatasetStore datasets, NamedUpload uploads) {}
