package io.aumbry.frontend.form;

import io.aumbry.protocol.error.AumbryException;
import java.util.Locale;

public final class FormType {
  private static final String FORM = "multipart/form-data";
  private static final int MAX_BOUNDARY_LENGTH = 70;
  private static final String BOUNDARY_MARKS = "'()+_,-./:=? ";

  private FormType() {}

  public static boolean isForm(String contentType) {
    int end = contentType.indexOf(';');
    String type = end < 0 ? contentType : contentType.substring(0, end);
    return type.strip().toLowerCase(Locale.ROOT).equals(FORM);
  }

  /**
   * The boundary between the parts of a form.
   *
   * @throws AumbryException unless the type has a boundary that RFC 2046, 5.1.1 allows
   */
  public static String boundary(String contentType) {
    String boundary = Parameters.of(contentType).value("boundary").orElse("");
    boolean fits =
        !boundary.isEmpty()
            && boundary.length() <= MAX_BOUNDARY_LENGTH
            && !boundary.endsWith(" ")
            && boundary.chars().allMatch(FormType::mayBeInBoundary);
    if (!fits) {
      throw MalformedForm.because("its type has no boundary of 1 to 70 characters");
    }
    return boundary;
  }

  private static boolean mayBeInBoundary(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || BOUNDARY_MARKS.indexOf(c) >= 0;
  }
}
