package io.aumbry.bench.peers;

import io.aumbry.bench.form.BlobNaming;
import io.aumbry.bench.form.Credential;
import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.process.FreePorts;
import io.aumbry.bench.process.ServerProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * SeaweedFS: a master, a volume server and a filer in one process, {@code weed server}. Two
 * interfaces are measured. The volume server stores blobs under ids, which the master assigns. The
 * filer stores files under paths.
 */
public final class SeaweedPeer implements ComparedServer {
  private static final String FOLDER = "seaweedfs";
  private static final String COPIES = "1";
  private static final String TLS = "none";
  private static final String SYNC = "none: page cache";

  private final Path program;

  /**
   * Uses a program.
   *
   * @param program {@code weed}
   */
  public SeaweedPeer(Path program) {
    this.program = program;
  }

  /** The ports of one process. */
  private record Ports(
      int master, int masterGrpc, int volume, int volumeGrpc, int filer, int filerGrpc) {
    static Ports find() throws IOException {
      List<Integer> free = FreePorts.find(6);
      return new Ports(
          free.get(0), free.get(1), free.get(2), free.get(3), free.get(4), free.get(5));
    }
  }

  @Override
  public String folder() {
    return FOLDER;
  }

  @Override
  public List<PeerInterface> start(ServerProcesses servers) throws IOException {
    Ports ports = Ports.find();
    Path data = Files.createDirectory(servers.folder().resolve("data"));
    servers.start(FOLDER, command(data, ports));
    return List.of(
        new PeerInterface(
            "SeaweedFS, by id",
            new Setup(
                COPIES,
                TLS,
                SYNC,
                "`GET /dir/assign` at the master and `PUT /{fid}`, `GET /{fid}` at the volume"
                    + " server"),
            List.of(endpoint(ports.volume())),
            Map.of(),
            new RequestForm(new BlobNaming.AssignedBy(endpoint(ports.master())), Credential.none()),
            servers.watched()),
        new PeerInterface(
            "SeaweedFS, filer",
            new Setup(COPIES, TLS, SYNC, "`PUT /{path}`, `GET /{path}` at the filer"),
            List.of(endpoint(ports.filer())),
            Map.of(),
            new RequestForm(
                new BlobNaming.InFolder("/bench/", BlobNaming.CREATED), Credential.none()),
            servers.watched()));
  }

  private List<String> command(Path data, Ports ports) {
    return List.of(
        program.toString(),
        "-logtostderr=true",
        "server",
        "-dir=" + data,
        "-ip=127.0.0.1",
        "-ip.bind=127.0.0.1",
        "-filer",
        "-filer.localSocket=" + data.resolve("filer.sock"),
        "-filer.port=" + ports.filer(),
        "-filer.port.grpc=" + ports.filerGrpc(),
        "-master.port=" + ports.master(),
        "-master.port.grpc=" + ports.masterGrpc(),
        "-master.telemetry=false",
        "-volume.port=" + ports.volume(),
        "-volume.port.grpc=" + ports.volumeGrpc(),
        "-volume.max=0",
        "-volume.preStopSeconds=0");
  }

  private static HttpEndpoint endpoint(int port) {
    return new HttpEndpoint("127.0.0.1", port);
  }
}
