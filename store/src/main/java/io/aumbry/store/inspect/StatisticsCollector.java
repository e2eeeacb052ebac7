package io.aumbry.store.inspect;

import io.aumbry.store.check.StoppedIndex;
import io.aumbry.store.check.StoppedLog;
import io.aumbry.store.check.StoppedLog.Located;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.inspect.StoreStatistics.Age;
import io.aumbry.store.inspect.StoreStatistics.Amount;
import io.aumbry.store.record.RecordHeader;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Sums up the records of a log with the help of a complete index. */
final class StatisticsCollector {
  private final StoppedIndex index;
  private final long nowMillis;
  private final Map<RecordType, Amount> records = new EnumMap<>(RecordType.class);
  private final Map<Age, Amount> dead = new EnumMap<>(Age.class);
  private Amount live = Amount.NONE;

  StatisticsCollector(StoppedIndex index, long nowMillis) {
    this.index = index;
    this.nowMillis = nowMillis;
  }

  void add(Located record) throws IOException {
    RecordHeader header = record.header();
    Amount one = new Amount(1, header.recordLength());
    records.merge(header.type(), one, Amount::plus);
    if (header.type() == RecordType.PUT) {
      Optional<IndexEntry> known = index.find(header.id());
      addBlob(known.map(IndexEntry::state).orElse(header.state()), one);
    }
  }

  private void addBlob(StoredState state, Amount one) {
    if (state.deleted() || state.isExpiredAt(nowMillis)) {
      long ended = state.deleted() ? state.changedMillis() : state.expiryMillis();
      dead.merge(Age.of(nowMillis - ended), one, Amount::plus);
    } else {
      live = live.plus(one);
    }
  }

  StoreStatistics figures(StoppedLog log) {
    return new StoreStatistics(
        records,
        live,
        dead,
        new Amount(log.files(), log.bytes()),
        log.compactedFiles(),
        new Amount(index.files(), index.bytes()),
        index.entries());
  }
}
