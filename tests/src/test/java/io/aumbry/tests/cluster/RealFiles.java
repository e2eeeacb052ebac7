package io.aumbry.tests.cluster;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.jcodec.api.awt.AWTSequenceEncoder;

/**
 * Typical files of users, each made by a real encoder: photo, screenshot, video, document and
 * archive.
 */
final class RealFiles {
  /** A file with its media type. */
  record RealFile(Path path, String contentType) {}

  private static final int FRAMES = 12;

  private final Random random = new Random(2024);
  private final Path folder;

  private RealFiles(Path folder) {
    this.folder = folder;
  }

  static List<RealFile> in(Path folder) throws IOException {
    RealFiles files = new RealFiles(folder);
    return List.of(
        files.image("photo.jpg", "jpg", "image/jpeg"),
        files.image("screenshot.png", "png", "image/png"),
        files.video(),
        files.document(),
        files.archive());
  }

  private RealFile image(String name, String format, String contentType) throws IOException {
    Path path = folder.resolve(name);
    ImageIO.write(picture(1600, 1200, 0), format, path.toFile());
    return new RealFile(path, contentType);
  }

  private RealFile video() throws IOException {
    Path path = folder.resolve("clip.mp4");
    AWTSequenceEncoder encoder = AWTSequenceEncoder.create25Fps(path.toFile());
    for (int frame = 0; frame < FRAMES; frame++) {
      encoder.encodeImage(picture(640, 352, frame));
    }
    encoder.finish();
    return new RealFile(path, "video/mp4");
  }

  private RealFile document() throws IOException {
    Path path = folder.resolve("report.pdf");
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.drawImage(LosslessFactory.createFromImage(document, picture(900, 900, 0)), 50, 50);
      }
      document.save(path.toFile());
    }
    return new RealFile(path, "application/pdf");
  }

  private RealFile archive() throws IOException {
    Path path = folder.resolve("archive.zip");
    try (OutputStream file = Files.newOutputStream(path);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int entry = 0; entry < 9; entry++) {
        zip.putNextEntry(new ZipEntry("data-" + entry + ".bin"));
        byte[] noise = new byte[1_100_000];
        random.nextBytes(noise);
        zip.write(noise);
        zip.closeEntry();
      }
    }
    return new RealFile(path, "application/zip");
  }

  private BufferedImage picture(int width, int height, int shift) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setPaint(new GradientPaint(0, 0, Color.ORANGE, width, height, Color.BLUE));
    graphics.fillRect(0, 0, width, height);
    for (int stroke = 0; stroke < 4_000; stroke++) {
      graphics.setColor(new Color(random.nextInt(0x1000000)));
      graphics.drawLine(
          random.nextInt(width) + shift,
          random.nextInt(height),
          random.nextInt(width),
          random.nextInt(height));
    }
    graphics.dispose();
    return image;
  }
}
