package io.aumbry.tests.layers.wrong.router;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Netty outside transport, and futures in signatures. */
public abstract class RouterWithNetty {
  public abstract int size(ByteBuf buffer);

  public abstract List<CompletableFuture<String>> answers();

  public abstract void await(CompletableFuture<String> answer);
}
