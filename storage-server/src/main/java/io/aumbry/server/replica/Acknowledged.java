package io.aumbry.server.replica;

/**
 * What a peer has said that it has, since a replica was opened.
 *
 * @param last all records of this replica's store up to this one; -1 when it has said nothing
 * @param inStepMillis all that any replica had accepted then, as it has durably noted, in
 *     milliseconds since 1970
 */
public record Acknowledged(long last, long inStepMillis) {
  static final Acknowledged NONE = new Acknowledged(-1, 0);
}
