package io.aumbry.cluster.view;

import java.time.Duration;

record CachedImage(DataCenterImage image, Duration age) {}
