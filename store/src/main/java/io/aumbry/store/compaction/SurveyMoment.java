package io.aumbry.store.compaction;

/**
 * When a round of compaction began, and what could go then.
 *
 * @param round its number
 * @param wallMillis in milliseconds since 1970
 */
record SurveyMoment(
    long round, LifeRule rule, Agreement agreement, Compactor.Judge judge, long wallMillis) {}
