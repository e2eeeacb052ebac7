package io.aumbry.cluster.view;

import java.time.Duration;

/**
 * A saved image of a data centre.
 *
 * @param age since it was written
 */
record KeptImage(DataCenterImage image, Duration age) {}
