package io.aumbry.frontend.rest.signed;

import io.aumbry.frontend.access.signed.IdSigner;
import io.aumbry.frontend.access.signed.UrlSigner;

/** The parts of a process that sign URLs and ids of chunks. */
public record Signing(UrlSigner urls, IdSigner ids, SigningConfig config) {}
