package io.aumbry.cluster.maintenance;

/**
 * One run of a hook.
 *
 * @param attempts of the host that have failed before
 */
public record HookCall(long workflow, String host, HostStep step, int attempts) {}
