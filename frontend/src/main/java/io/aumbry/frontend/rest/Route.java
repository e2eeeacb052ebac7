package io.aumbry.frontend.rest;

/** The target of a request. */
public sealed interface Route {
  Operation operation();

  record Upload() implements Route {
    @Override
    public Operation operation() {
      return Operation.PUT;
    }
  }

  record Content(BlobAddress blob, boolean headOnly) implements Route {
    @Override
    public Operation operation() {
      return headOnly ? Operation.HEAD : Operation.GET;
    }
  }

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
   * A chunk of a blob.
   *
   * @param number from 0
   */
  record Segment(BlobAddress blob, int number, boolean headOnly) implements Route {
    @Override
    public Operation operation() {
      return headOnly ? Operation.HEAD : Operation.GET;
    }
  }

  record ChunkIds(BlobAddress blob) implements Route {
    @Override
    public Operation operation() {
      return Operation.CHUNK_IDS;
    }
  }

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
   * A CORS preflight.
   *
   * @param allowedOrigin of the container of the blob in the path; empty without one
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
