package io.aumbry.store.compaction;

/**
 * The time and the agreement by which garbage is counted.
 *
 * @param wallMillis start of the round, since 1970
 */
record SurveyMoment(
    long round, LifeRule rule, Agreement agreement, Compactor.Judge judge, long wallMillis) {}
