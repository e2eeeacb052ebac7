package io.aumbry.cluster.view;

import java.time.Duration;

/** A saved image of a data centre, and its age. */
public record CachedImage(DataCenterImage image, Duration age) {}
