package io.aumbry.cluster.view;

import java.time.Duration;

record KeptImage(DataCenterImage image, Duration age) {}
