package io.aumbry.frontend.access.sigv4;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.frontend.access.key.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Signatures of other implementations are accepted. */
final class ClientVectorsTest {
  private static final long PUBLISHED_AT = AmzDate.parse("20150830T123600Z").orElseThrow();
  private static final long BOTOCORE_AT = AmzDate.parse("20260131T123045Z").orElseThrow();

  /**
   * Cases of the published test suite of AWS, except its normalisation of paths, which S3 does not
   * do.
   */
  @TestFactory
  List<DynamicTest> publishedVectors() {
    SignatureRules rules =
        new SignatureRules("us-east-1", Set.of(), Set.of("service"), SignatureRules.MAX_SKEW);
    SecretLookup secrets = WireCase.only("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
    List<DynamicTest> tests = new ArrayList<>();
    for (String[] row : WireCase.rows("published.tsv")) {
      tests.add(
          DynamicTest.dynamicTest(
              row[0],
              () -> {
                List<WireHeader> headers = new ArrayList<>(WireCase.headers(row[4]));
                headers.add(
                    new WireHeader(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/"
                            + "aws4_request, SignedHeaders=%s, Signature=%s"
                                .formatted(row[6], row[7])));
                WireRequest request =
                    new WireRequest(row[1], row[2], row[3], headers, Optional.of(row[5]));
                assertThat(verifier(rules).verify(request, secrets, PUBLISHED_AT))
                    .isInstanceOf(SignatureResult.Verified.class);
              }));
    }
    assertThat(tests).hasSizeGreaterThan(20);
    return tests;
  }

  /** Requests and presigned addresses of a real client, with unusual keys, queries and headers. */
  @TestFactory
  List<DynamicTest> botocoreRequests() {
    SignatureVerifier verifier = verifier(SignatureRules.ofRegion("eu-west-1"));
    SecretLookup secrets = WireCase.only("AKBOTOCORE0000000001", "secret/of+botocore");
    List<DynamicTest> tests = new ArrayList<>();
    for (String[] row : WireCase.rows("botocore.tsv")) {
      WireRequest request =
          new WireRequest(row[1], row[2], row[3], WireCase.headers(row[4]), Optional.empty());
      tests.add(
          DynamicTest.dynamicTest(
              row[0] + " " + row[1] + " " + row[2] + "?" + row[3],
              () -> {
                assertThat(SignatureVerifier.isSigned(request)).isTrue();
                assertThat(verifier.verify(request, secrets, BOTOCORE_AT + 60_000))
                    .isInstanceOf(SignatureResult.Verified.class);
              }));
    }
    assertThat(tests).hasSizeGreaterThan(45);
    return tests;
  }

  /** The example of a body in chunks from AWS's documentation: 66,560 times the letter a. */
  @TestFactory
  List<DynamicTest> documentedChunks() {
    Map<String, String> seeds =
        Map.of(
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
                "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
    return seeds.entrySet().stream()
        .map(e ->
            DynamicTest.dynamicTest(
                e.getKey(),
                () -> assertThat(documented(e.getKey()).chunks().seed()).isEqualTo(e.getValue())))
        .toList();
  }

  /** The upload of AWS's documentation, in one of its two modes. */
  static RequestSigner.Signed documented(String mode) {
    List<WireHeader> headers = new ArrayList<>();
    headers.add(new WireHeader("host", "s3.amazonaws.com"));
    headers.add(new WireHeader("x-amz-storage-class", "REDUCED_REDUNDANCY"));
    headers.add(new WireHeader("Content-Encoding", "aws-chunked"));
    headers.add(new WireHeader("x-amz-decoded-content-length", "66560"));
    boolean hasTrailer = mode.endsWith("TRAILER");
    headers.add(
        hasTrailer
            ? new WireHeader("x-amz-trailer", "x-amz-checksum-crc32c")
            : new WireHeader("Content-Length", "66824"));
    WireRequest request =
        new WireRequest("PUT", "/examplebucket/chunkObject.txt", "", headers, Optional.empty());
    Secret secret = Secret.of("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
    return new RequestSigner("AKIAIOSFODNN7EXAMPLE", secret, "us-east-1", "s3")
        .sign(request, mode, AmzDate.parse("20130524T000000Z").orElseThrow());
  }

  static SignatureVerifier verifier(SignatureRules rules) {
    return new SignatureVerifier(rules, new Random(1));
  }
}
