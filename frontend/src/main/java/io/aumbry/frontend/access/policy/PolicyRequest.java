package io.aumbry.frontend.access.policy;

/** The question to policies: may the principal perform the action on the resource? */
public record PolicyRequest(
    PolicyPrincipal principal,
    PolicyAction action,
    PolicyResource resource,
    RequestAttributes attributes) {}
