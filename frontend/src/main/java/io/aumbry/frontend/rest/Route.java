package io.aumbry.frontend.rest;

/** What a request asks for. */
public sealed interface Route {
  Operation operation();

  /** A new blob. */
  record Upload() implements Route {
    @Override
    public Operation operation() {
      return Operation.PUT;
    }
  }

  /** The content of a blob, or only what GET would say of it. */
  record Content(BlobAddress blob, boolean headOnly) implements Route {
    @Override
    public Operation operation() {
      return headOnly ? Operation.HEAD : Operation.GET;
    }
  }

  /** What is known of a blob. */
  record Properties(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.INFO;
    }
  }

  record Metadata(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.USER_METADATA;
    }
  }

  /**
   * One of the chunks that a blob is kept in.
   *
   * @param number from 0
   */
  record Segment(BlobAddress blob, int number, boolean headOnly) implements Route {
    @Override
    public Operation operation() {
      return headOnly ? Operation.HEAD : Operation.GET;
    }
  }

  /** The ids of the chunks that a blob is kept in. */
  record ChunkIds(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.CHUNK_IDS;
    }
  }

  /** Where a blob is kept. */
  record Replicas(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.REPLICAS;
    }
  }

  record Delete(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.DELETE;
    }
  }

  /** That a blob does not end by itself any more. */
  record UpdateTtl(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.UPDATE_TTL;
    }
  }

  record Undelete(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.UNDELETE;
    }
  }

  /**
   * What a page of another origin may ask.
   *
   * @param allowedOrigin of the container that the path names, empty when there is none
   */
  record Preflight(String allowedOrigin) implements Route {
    @Override
    public Operation operation() {
      return Operation.OPTIONS;
    }
  }

  record Health() implements Route {
    @Override
    public Operation operation() {
      return Operation.HEALTH;
    }
  }
}
