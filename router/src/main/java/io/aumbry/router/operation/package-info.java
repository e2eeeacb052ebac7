/**
 * The operations on blobs across replicas. {@link io.aumbry.router.operation.ClusterRouter} creates
 * one operation for each request.
 */
@NullMarked
package io.aumbry.router.operation;

import org.jspecify.annotations.NullMarked;
