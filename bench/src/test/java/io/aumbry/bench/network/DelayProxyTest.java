package io.aumbry.bench.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.load.SystemPacer;
import io.aumbry.bench.network.measure.LinkProfile;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class DelayProxyTest {
  private static final Duration ROUND_TRIP = Duration.ofMillis(6);

  private final SystemTime time = new SystemTime();
  private ServerSocket echo;
  private DelayProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::echo);
    proxy =
        DelayProxy.start(
            echo.getLocalPort(), LinkProfile.of(ROUND_TRIP), time, new SystemPacer(time));
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    echo.close();
  }

  private void echo() {
    try (Socket socket = echo.accept()) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      // the test is over
    }
  }

  @Test
  void aNarrowLineKeepsItsRate() throws IOException {
    long perSecond = 5_000_000;
    byte[] sent = new byte[500_000];
    DelayProxy narrow =
        DelayProxy.start(
            echo.getLocalPort(),
            new LinkProfile(Duration.ZERO, perSecond),
            time,
            new SystemPacer(time));
    try (narrow;
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), narrow.port())) {
      long began = time.monotonicNanos();
      socket.getOutputStream().write(sent);
      new DataInputStream(socket.getInputStream()).readFully(new byte[sent.length]);
      assertThat(time.monotonicNanos() - began)
          .isGreaterThanOrEqualTo(sent.length * 1_000_000_000L / perSecond);
    }
  }

  @Test
  void allBytesArriveInOrderAndNotBeforeTheirTime() throws IOException {
    byte[] sent = new byte[3_000_000];
    new Random(1).nextBytes(sent);
    byte[] received = new byte[sent.length];
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      long began = time.monotonicNanos();
      socket.getOutputStream().write(sent, 0, 1);
      in.readFully(received, 0, 1);
      assertThat(time.monotonicNanos() - began).isGreaterThanOrEqualTo(ROUND_TRIP.toNanos());

      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try {
              socket.getOutputStream().write(sent, 1, sent.length - 1);
              socket.shutdownOutput();
            } catch (IOException e) {
              // the other end notices the missing bytes
            }
          });
      in.readFully(received, 1, received.length - 1);
      assertThat(received).isEqualTo(sent);
      assertThat(in.read()).isEqualTo(-1);
    }
  }
}
