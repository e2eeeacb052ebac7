package io.aumbry.cluster.maintenance;

/**
 * One run of a hook.
 *
 * @param hook its file name
 * @param attempts of the host that have failed before
 */
public record HookCall(long workflow, String host, HostStep step, String hook, int attempts) {}
