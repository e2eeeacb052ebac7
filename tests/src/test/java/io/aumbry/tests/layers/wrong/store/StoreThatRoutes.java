package io.aumbry.tests.layers.wrong.store;

import io.aumbry.tests.layers.wrong.router.RouterWithNetty;

/** An import against the direction of the layers. */
public record StoreThatRoutes(RouterWithNetty router) {}
