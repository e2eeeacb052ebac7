package io.aumbry.cluster.view;

import java.time.Duration;

/**
 * What was last seen of a data centre, from a file.
 *
 * @param age since it was written
 */
record KeptImage(DataCenterImage image, Duration age) {}
