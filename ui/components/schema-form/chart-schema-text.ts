import type { FormSchema } from './form-schema.ts'

/** The schema in a values.schema.json; undefined where there is none, or where it names no settings. */
export function readChartSchema(text: string): FormSchema | undefined {
  if (text.trim() === '') return undefined
  try {
    const schema = JSON.parse(text) as FormSchema
    const names = Object.keys(schema.properties ?? {})
    // A schema that names no settings says nothing that a form could show.
    return names.length > 0 || schema.$ref !== undefined ? schema : undefined
  } catch {
    return undefined
  }
}
