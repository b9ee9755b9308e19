import { decodeJson } from '../../../../formats/json/decode.ts'
import {
  compileJsonSchema,
  describeProblems,
  locateProblems,
} from '../../../../formats/json-schema/json-schema.ts'
import type { ExtensionInstance } from '../../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../../kinds/json-value.ts'
import { printJson } from '../../../../objects/json-text.ts'
import { describeBrokenRules } from './broken-rules.ts'
import { takesSecrets } from './takes-secrets.ts'

const schemaAddress = 'file:///parameters.schema.json'

/** The problems of parameters that an extension does not take; empty when it takes all. */
export function parameterProblems(
  schema: JsonRecord | undefined,
  parameters: JsonRecord,
  instance: ExtensionInstance,
): string {
  if (schema === undefined) return ''
  const value = decodeJson(printJson(parameters), 'map')
  const compiled = compiledOf(schema)
  if (!takesSecrets(instance)) return describeProblems(compiled, value).join('; ')
  return describeBrokenRules(schema, locateProblems(compiled, value)).join('; ')
}

const compiledSchemas = new WeakMap<JsonRecord, ReturnType<typeof compileJsonSchema>>()

// Once for each state of an Extension: thousands of instances may be of one.
function compiledOf(schema: JsonRecord): ReturnType<typeof compileJsonSchema> {
  const known = compiledSchemas.get(schema) ?? compileJsonSchema(printJson(schema), schemaAddress)
  compiledSchemas.set(schema, known)
  return known
}
