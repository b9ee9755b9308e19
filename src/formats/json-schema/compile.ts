import { quote } from '../quote.ts'
import type { Regexp } from '../regexp.ts'
import type { Value } from '../value.ts'
import { collectResources } from './check/collect.ts'
import { compileKeywords, type SchemaFinder } from './compile-keywords.ts'
import { type Resource, SchemaDocument } from './document.ts'
import { hasVocabulary } from './drafts.ts'
import { JsonSchemaError } from './errors.ts'
import { asObject } from './json-type.ts'
import { defaultDraft, type DocumentTexts, Library } from './library.ts'
import type { Budget } from './check/budget.ts'
import { steps } from './limits.ts'
import { type Location, locationText, lookUp } from './pointer.ts'
import { resolveReference } from './reference.ts'
import { Schema } from './schema.ts'

/** Checks a schema against the metaschema of its dialect; gives the problems found. */
export type MetaCheck = (
  schema: Value,
  resource: Resource,
  resources: ReadonlyMap<string, Resource>,
) => string | undefined

export interface CompilerOptions {
  readonly budget: Budget
  /** Absent for the metaschemas themselves, which are known to be right. */
  readonly checkSchema?: MetaCheck
  /** Whether `format` is checked in drafts that take it for a comment. */
  readonly formats: 'by-draft' | 'always'
  /** Other documents, where references may lead to some. */
  readonly documents?: DocumentTexts | undefined
}

/** Turns documents into schemas. */
export class Compiler implements SchemaFinder {
  readonly library: Library
  readonly budget: Budget
  private readonly options: CompilerOptions
  private readonly documents = new Map<string, SchemaDocument>()
  /** By URL and pointer. */
  private readonly schemas = new Map<string, Map<string, Schema>>()
  private readonly queue: Schema[] = []

  constructor(options: CompilerOptions) {
    this.options = options
    this.library = new Library(options.documents)
    this.budget = options.budget
  }

  /** The schema that is the whole document at a URL, with all that it refers to. */
  compile(url: string): Schema {
    const schema = this.schemaAt(this.document(url).resolveFragment(''))
    // Filling a schema may put others at the end.
    for (const next of this.queue) this.fill(next)
    this.queue.length = 0
    return schema
  }

  schemaAt(location: Location): Schema {
    const { url, pointer } = location
    const ofDocument = this.schemas.get(url) ?? new Map<string, Schema>()
    const known = ofDocument.get(pointer)
    if (known !== undefined) return known
    const schema = new Schema(location)
    this.schemas.set(url, ofDocument.set(pointer, schema))
    this.queue.push(schema)
    return schema
  }

  refer(document: SchemaDocument, base: string, reference: string): Schema {
    const target = resolveReference(base, reference)
    const inside = document.resolve(target)
    return this.schemaAt(inside ?? this.document(target.url).resolveFragment(target.fragment))
  }

  compilePattern(source: string): Regexp {
    return this.budget.compile(source)
  }

  checksFormats({ dialect }: Resource): boolean {
    const { version } = dialect.draft
    if (this.options.formats === 'always' || version < 2019) return true
    return hasVocabulary(dialect, version === 2019 ? 'format' : 'format-assertion')
  }

  private document(url: string): SchemaDocument {
    const known = this.documents.get(url)
    if (known !== undefined) return known
    const document = new SchemaDocument(url, this.library.load(url))
    const dialect = { draft: defaultDraft(), vocabularies: undefined }
    const around = { base: url, dialect, depth: 0 }
    collectResources({ document, pointer: '' }, document.content, around, this)
    this.checkSchema(document, '', document.content)
    this.documents.set(url, document)
    return document
  }

  private checkSchema(document: SchemaDocument, pointer: string, schema: Value): void {
    if (/^https?:\/\/json-schema\.org\//.test(document.url) && pointer === '') return
    const resource = document.resourceAround(pointer)
    const problems = this.options.checkSchema?.(schema, resource, document.resources)
    if (problems === undefined) return
    const place = quote(locationText({ url: document.url, pointer }))
    throw new JsonSchemaError('invalid', `${place} is not valid against metaschema: ${problems}`)
  }

  /** A reference may lead to a place where the draft expects no schema. */
  private ensureCollected(document: SchemaDocument, location: Location): Value {
    const { pointer } = location
    const known = document.collected.get(pointer)
    if (known !== undefined) return known
    const schema = lookUp(document.content, location)
    const { id, dialect } = document.resourceAround(pointer)
    const around = { base: id, dialect, depth: 0 }
    collectResources({ document, pointer }, schema, around, this)
    this.checkSchema(document, pointer, schema)
    return schema
  }

  private fill(schema: Schema): void {
    this.budget.spend(steps.toCompileSchema)
    const { url, pointer } = schema.location
    const document = this.document(url)
    const content = this.ensureCollected(document, schema.location)
    const resource = document.resourceAround(pointer)
    schema.version = resource.dialect.draft.version
    schema.resource = this.schemaAt({ url, pointer: resource.pointer })
    if (schema.version >= 2020 && schema.resource === schema) {
      const anchors = [...resource.dynamicAnchors].map((anchor): [string, Schema] => {
        return [anchor, this.schemaAt({ url, pointer: resource.anchors.get(anchor) ?? '' })]
      })
      schema.dynamicAnchors = new Map(anchors)
    }
    const object = asObject(content)
    if (typeof content === 'boolean') schema.verdict = content
    else if (object?.size === 0) schema.verdict = true
    else if (object !== undefined) {
      compileKeywords(schema, { object, document, resource, finder: this })
    }
  }
}
