package io.aumbry.protocol.message;

/** The outcome of a PUT or change of one blob: at one replica, and at all of them together. */
public sealed interface WriteResult
    permits NodeResponse.Done, NodeResponse.Missing, WriteResult.Refused {
  /** The blob stays as it is. */
  enum Refused implements WriteResult {
    /** The id is in use for other content. */
    OTHER_CONTENT,
    /** For a TTL update: unreachable replicas might drop the blob before they hear of it. */
    ENDS_TOO_SOON,
    /** For an undelete: the blob was not deleted, or is already undeleted. */
    NOT_DELETED
  }
}
