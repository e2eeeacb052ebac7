package io.aumbry.server.replica;

/**
 * The statement of a peer about this replica's store, since the replica was opened.
 *
 * @param last the peer has all records up to this one; -1 before its first statement
 * @param inStepMillis the peer had all records that any replica had accepted at this time, in
 *     milliseconds since 1970
 */
public record Acknowledged(long last, long inStepMillis) {
  static final Acknowledged NONE = new Acknowledged(-1, 0);
}
