package io.aumbry.cluster.maintenance;

/**
 * One run of a hook.
 *
 * @param hook its file name
 * @param attempts of the host that have failed before
 * @param sinceMillis the time from which it is to run
 */
public record HookCall(
    long workflow, String host, HostStep step, String hook, int attempts, long sinceMillis) {}
