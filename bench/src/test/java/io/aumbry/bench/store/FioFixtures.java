package io.aumbry.bench.store;

/** Output of fio 3.33, without unused fields. */
final class FioFixtures {
  /** 10864 writes of 200 bytes with fdatasync=16, after a warning. */
  static final String WRITES =
      """
      fio: this is a warning
      {
        "fio version" : "fio-3.33",
        "jobs" : [
          {
            "jobname" : "aumbry",
            "error" : 0,
            "read" : { "io_bytes" : 0, "runtime" : 0, "total_ios" : 0,
              "clat_ns" : { "N" : 0 } },
            "write" : { "io_bytes" : 2172800, "runtime" : 502, "total_ios" : 10864,
              "clat_ns" : { "N" : 10864, "percentile" : {
                "50.000000" : 668, "95.000000" : 9280, "99.000000" : 53504,
                "99.900000" : 111104 } } },
            "sync" : { "total_ios" : 0, "lat_ns" : { "N" : 679 } },
            "job_runtime" : 501,
            "usr_cpu" : 0.000000,
            "sys_cpu" : 8.982036
          }
        ],
        "disk_util" : [ { "name" : "vda", "util" : 12.5 } ]
      }
      """;

  /** 50838 reads of 4096 bytes by two jobs. */
  static final String READS =
      """
      {
        "fio version" : "fio-3.33",
        "jobs" : [
          {
            "jobname" : "aumbry",
            "error" : 0,
            "read" : { "io_bytes" : 208232448, "runtime" : 101, "total_ios" : 50838,
              "clat_ns" : { "N" : 50838, "percentile" : {
                "50.000000" : 780, "95.000000" : 1176, "99.000000" : 62208,
                "99.900000" : 240640 } } },
            "write" : { "io_bytes" : 0, "runtime" : 0, "total_ios" : 0 },
            "sync" : { "total_ios" : 0, "lat_ns" : { "N" : 0 } },
            "job_runtime" : 200,
            "usr_cpu" : 10.000000,
            "sys_cpu" : 30.000000
          }
        ]
      }
      """;

  private FioFixtures() {}
}
