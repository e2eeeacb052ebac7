package io.aumbry.deploy.client.profile;

/** The proof of identity that commands send. */
public sealed interface ClientCredential permits ClientKey, ClientToken {}
