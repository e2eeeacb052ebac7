package io.aumbry.config.json;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.util.Optional;

/**
 * Lets a document omit the key of a component of type {@link Optional}. Jackson requires either all
 * components or none, except those for which a value is injected.
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
