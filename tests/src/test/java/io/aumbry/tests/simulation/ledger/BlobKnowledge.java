package io.aumbry.tests.simulation.ledger;

/** The state of a blob by all records of one store. It only grows. */
final class BlobKnowledge {
  private boolean put;
  private int life;
  private boolean deleted;
  private long changedMillis;
  private long expiryMillis;
  private long last;

  void add(LoggedRecord record) {
    last = Math.max(last, record.sequence());
    put |= record.isPut();
    expiryMillis = Math.max(expiryMillis, record.expiryMillis());
    if (isBefore(record)) {
      life = record.life();
      deleted = record.isDelete();
      changedMillis = record.changedMillis();
    }
  }

  /** Whether the life of a record, or its end, supersedes the known one. */
  private boolean isBefore(LoggedRecord record) {
    if (life != record.life()) {
      return life < record.life();
    }
    return deleted == record.isDelete()
        ? changedMillis < record.changedMillis()
        : record.isDelete();
  }

  /** Whether a record adds nothing. */
  boolean covers(LoggedRecord record) {
    return record.isPut() ? put : !isBefore(record) && expiryMillis >= record.expiryMillis();
  }

  /** Whether the blob was deleted, or has expired by this time. */
  boolean isEnded(long wallMillis) {
    return deleted || expiryMillis <= wallMillis;
  }

  /** Whether a record is the latest known delete of the last life. */
  boolean isEndedBy(LoggedRecord record) {
    return record.isDelete() && record.life() >= life && record.changedMillis() >= changedMillis;
  }

  /** Whether the blob has ended, and the record adds no later life or end. */
  boolean isOverFor(LoggedRecord record, long wallMillis) {
    return isEnded(wallMillis) && record.life() <= life && (deleted || !record.isDelete());
  }

  /** Whether the blob has expired in a later life than that of the record. */
  boolean hasExpiredAfter(LoggedRecord record, long wallMillis) {
    return !deleted && expiryMillis <= wallMillis && life > record.life();
  }

  boolean isDeleted() {
    return deleted;
  }

  long last() {
    return last;
  }

  long changedMillis() {
    return changedMillis;
  }
}
