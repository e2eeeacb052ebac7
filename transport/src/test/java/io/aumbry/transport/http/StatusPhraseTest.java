package io.aumbry.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusPhraseTest {
  @ParameterizedTest
  @CsvSource({
    "200, OK",
    "201, Created",
    "206, Partial Content",
    "304, Not Modified",
    "400, Bad Request",
    "408, Request Timeout",
    "410, Gone",
    "413, Content Too Large",
    "414, URI Too Long",
    "415, Unsupported Media Type",
    "416, Range Not Satisfiable",
    "417, Expectation Failed",
    "422, Unprocessable Content",
    "431, Request Header Fields Too Large",
    "503, Service Unavailable",
    "507, Insufficient Storage"
  })
  void phrasesAreThoseOfTheCurrentRfcs(int status, String phrase) {
    assertThat(StatusPhrase.of(status)).isEqualTo(phrase);
  }
}
