package io.aumbry.store.compaction;

/**
 * The start of a round of compaction, and the rule that applies.
 *
 * @param round its number
 * @param wallMillis in milliseconds since 1970
 */
record SurveyMoment(
    long round, LifeRule rule, Agreement agreement, Compactor.Judge judge, long wallMillis) {}
