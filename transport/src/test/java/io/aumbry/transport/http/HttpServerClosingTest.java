package io.aumbry.transport.http;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
@Timeout(300)
final class HttpServerClosingTest {
  private static final int CLIENTS = 4;

  @RepeatedTest(5)
  void noConnectionOutlivesAServerThatClosesWhileTheyCome() throws InterruptedException {
    try (EventLoops loops =
        EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime())) {
      HttpServer server =
          HttpServer.start(
              loops,
              HttpServerConfig.defaults("127.0.0.1", 0),
              Optional.empty(),
              exchange ->
                  exchange.respond(
                      new HttpResponse(200, HttpHeaders.builder().build()), Body.empty()));
      int port = server.port();
      AtomicInteger made = new AtomicInteger();
      AtomicInteger outlived = new AtomicInteger();
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(Thread.ofPlatform().start(() -> connect(port, made, outlived)));
      }
      await().until(() -> made.get() > 20);
      server.close();
      assertThat(server.figures().open()).isZero();
      for (Thread client : clients) {
        client.join();
      }
      assertThat(outlived.get()).isZero();
      assertThat(server.figures().open()).isZero();
    }
  }

  /** Connects until the port is closed, and checks that each connection ends. */
  private static void connect(int port, AtomicInteger made, AtomicInteger outlived) {
    List<Socket> sockets = new ArrayList<>();
    try {
      while (sockets.size() < 2000) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        if (socket.getLocalPort() == port) {
          // The port is closed, and the system chose the same port for this side.
          socket.close();
          break;
        }
        sockets.add(socket);
        made.incrementAndGet();
      }
    } catch (IOException e) {
      // The port is closed.
    }
    for (Socket socket : sockets) {
      try (socket) {
        socket.setSoTimeout(500);
        outlived.addAndGet(hasEnded(socket) ? 0 : 1);
      } catch (IOException e) {
        // reset, as expected
      }
    }
  }

  /** A connection that the system never handed to the server ends only at its first byte. */
  private static boolean hasEnded(Socket socket) throws IOException {
    for (int i = 0; i < 240; i++) {
      try {
        return socket.getInputStream().read() < 0;
      } catch (SocketTimeoutException e) {
        socket.getOutputStream().write('G');
      }
    }
    return false;
  }
}
