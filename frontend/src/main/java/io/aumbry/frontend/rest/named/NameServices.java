package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.Catalog;
import io.aumbry.catalog.dataset.DatasetCatalog;
import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.frontend.name.NamedUpload;

/** The parts of a process that serve names. */
public record NameServices(
    Catalog catalog, NameCatalog names, DatasetCatalog datasets, NamedUpload uploads) {}
