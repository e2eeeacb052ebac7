package io.aumbry.config.json;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.util.Optional;

/**
 * Allows a document to omit the key of an {@link Optional} component. Jackson requires all
 * components or none, except those with an injected value.
 */
final class OptionalKeys extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;
  private static final String ABSENT = "absent";

  /** The value of an absent key. */
  static InjectableValues values() {
    return new InjectableValues.Std().addValue(ABSENT, Optional.empty());
  }

  @Override
  public JacksonInject.Value findInjectableValue(AnnotatedMember member) {
    return member instanceof AnnotatedParameter && member.getRawType() == Optional.class
        ? JacksonInject.Value.construct(ABSENT, true, false)
        : super.findInjectableValue(member);
  }
}
