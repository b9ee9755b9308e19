import { Compiler, type MetaCheck } from './compile.ts'
import { findProblems } from './check/check.ts'
import type { Resource } from './document.ts'
import { type Dialect, type Draft } from './drafts.ts'
import { Budget } from './check/budget.ts'
import { problemLines } from './check/problem.ts'
import { Schema } from './schema.ts'
import { singleQuote } from './display.ts'

/** Compiles metaschemas when they are first needed, and keeps them. */
let compiler: Compiler | undefined

/** Checks schemas by the metaschemas of their dialects. */
export function checkByMetaschema(budget: Budget): MetaCheck {
  return (schema, resource, resources) => {
    const metaschema = metaschemaFor(resource)
    const meta = { schema: metaschema, resources, schemaFor: metaschemaFor }
    const problems = findProblems(metaschema, schema, { budget, meta })
    if (problems.length === 0) return undefined
    const heading = `jsonschema validation failed with ${singleQuote(metaschema.text)}`
    return [heading, ...problemLines(problems)].join('\n')
  }
}

function metaschemaFor({ dialect }: Resource): Schema {
  const { draft, vocabularies } = dialect
  return vocabularies === undefined ? compiledAt(draft.url) : combined(draft, vocabularies)
}

/** The metaschemas of some vocabularies in one. */
function combined(draft: Draft, vocabularies: NonNullable<Dialect['vocabularies']>): Schema {
  const schema = new Schema({ url: 'urn:mem:metaschema', pointer: '' })
  const folder = draft.url.replace(/schema$/, 'meta/')
  schema.version = draft.version
  schema.allOf = vocabularies.map((name) => compiledAt(folder + name))
  if (draft.version >= 2020) {
    schema.dynamicAnchor = 'meta'
    schema.dynamicAnchors = new Map([['meta', schema]])
  }
  return schema
}

function compiledAt(url: string): Schema {
  compiler ??= new Compiler({ budget: new Budget(), formats: 'always' })
  return compiler.compile(url)
}
