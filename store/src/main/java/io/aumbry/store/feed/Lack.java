package io.aumbry.store.feed;

/**
 * A record that another replica has and this one has not.
 *
 * @param sequence its number there
 * @param length in bytes, as on disk
 * @param changedMillis when what it says came to be so, in milliseconds since 1970; 0 when it does
 *     not say
 */
public record Lack(long sequence, int length, long changedMillis) {}
