package io.aumbry.store.compaction;

/**
 * The basis on which one round counts garbage.
 *
 * @param wallMillis start of the round, since 1970
 */
record SurveyMoment(
    long round, LifeRule rule, Agreement agreement, Compactor.Judge judge, long wallMillis) {}
