import { type FormSchema, problemsOf } from '../../components/schema-form/form-schema.ts'
import { readValuesText } from '../../components/values-text/edit-values-text.ts'

interface Taker {
  readonly spec: { readonly parameters?: FormSchema }
}

interface GivenInstance {
  readonly spec: { readonly parametersFrom?: readonly object[] }
}

/**
 * The things that an extension has against settings, by the schema of its own parameters. Nothing while parameters come from other objects as well,
 * which only the server can read, and while the text is no YAML, which is told in its own place.
 */
export function refusedSettings(
  extension: Taker,
  given: GivenInstance,
  text: string,
): readonly string[] {
  const { parameters } = extension.spec
  const others = given.spec.parametersFrom ?? []
  const value = readValuesText(text)
  if (parameters === undefined || others.length > 0 || value === undefined) return []
  return problemsOf(parameters, parameters, value ?? {})
}
