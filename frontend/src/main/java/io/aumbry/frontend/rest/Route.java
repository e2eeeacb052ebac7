package io.aumbry.frontend.rest;

/** The target of a request. */
public sealed interface Route {
  RestOperation operation();

  record Upload() implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.PUT;
    }
  }

  record Content(BlobAddress blob, boolean headOnly) implements Route {
    @Override
    public RestOperation operation() {
      return headOnly ? RestOperation.HEAD : RestOperation.GET;
    }
  }

  record Properties(BlobAddress blob) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.INFO;
    }
  }

  record Metadata(BlobAddress blob) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.USER_METADATA;
    }
  }

  /**
   * A chunk of a blob.
   *
   * @param number from 0
   */
  record Segment(BlobAddress blob, int number, boolean headOnly) implements Route {
    @Override
    public RestOperation operation() {
      return headOnly ? RestOperation.HEAD : RestOperation.GET;
    }
  }

  record ChunkIds(BlobAddress blob) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.CHUNK_IDS;
    }
  }

  record Replicas(BlobAddress blob) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.REPLICAS;
    }
  }

  record Delete(BlobAddress blob) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.DELETE;
    }
  }

  record UpdateTtl(BlobAddress blob) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.UPDATE_TTL;
    }
  }

  record Undelete(BlobAddress blob) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.UNDELETE;
    }
  }

  /**
   * A CORS preflight.
   *
   * @param allowedOrigin of the container of the blob in the path; empty without one
   */
  record Preflight(String allowedOrigin) implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.OPTIONS;
    }
  }

  record Health() implements Route {
    @Override
    public RestOperation operation() {
      return RestOperation.HEALTH;
    }
  }
}
