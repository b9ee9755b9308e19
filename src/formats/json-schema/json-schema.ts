// JSON Schema of drafts 4 to 2020-12 with the verdicts and the words of the library that Helm uses.
// Schemas are interpreted, patterns are Go's, and no other document is fetched here.

import type { Value } from '../value.ts'
import { findProblems } from './check/check.ts'
import { Compiler } from './compile.ts'
import { Budget } from './check/budget.ts'
import { checkByMetaschema } from './metaschema-check.ts'
import { problemLines, problemPlaces } from './check/problem.ts'
import type { DocumentTexts } from './library.ts'
import { readDocument } from './read-document.ts'
import type { Schema } from './schema.ts'

/** A schema that has been read and found valid. */
export interface JsonSchema {
  readonly schema: Schema
}

/**
 * Reads the text of a schema. The URL is what references without one are resolved against, and what
 * messages show. References to other documents are refused unless some are given; then one that is
 * not among them is `needed`. Throws a JsonSchemaError.
 */
export function compileJsonSchema(
  text: string,
  url: string,
  documents?: DocumentTexts,
): JsonSchema {
  const budget = new Budget()
  const compiler = new Compiler({
    budget,
    checkSchema: checkByMetaschema(budget),
    formats: 'by-draft',
    documents,
  })
  compiler.library.add(url, readDocument(text))
  return { schema: compiler.compile(url) }
}

/** Where a value has problems, each place as the names on the way to it: for those who must not show the value. */
export function locateProblems(
  { schema }: JsonSchema,
  value: Value,
): readonly (readonly string[])[] {
  const options = { budget: new Budget(), meta: undefined }
  return problemPlaces(findProblems(schema, value, options))
}

/** A line for each problem that a schema has with a value; none when there is none. */
export function describeProblems({ schema }: JsonSchema, value: Value): readonly string[] {
  const options = { budget: new Budget(), meta: undefined }
  return problemLines(findProblems(schema, value, options))
}
