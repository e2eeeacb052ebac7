package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.command.DatasetStore;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.UploadStore;
import io.aumbry.frontend.name.NamedUpload;

/**
 * The parts of a process that serve names.
 *
 * @param multipart has the multi-part uploads
 * @param uploads stores blobs that get names
 */
public record NameServices(
    NameStore names, DatasetStore datasets, UploadStore multipart, NamedUpload uploads) {}
