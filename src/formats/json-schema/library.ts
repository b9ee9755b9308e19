import { toBinary } from '../byte-string.ts'
import { quote } from '../quote.ts'
import { UrlError } from '../url/escape.ts'
import { parseUrl } from '../url/parse.ts'
import type { Value } from '../value.ts'
import { type Dialect, type Draft, draftNamed, draftOf } from './drafts.ts'
import { JsonSchemaError } from './errors.ts'
import { asObject } from './json-type.ts'
import { metaschemaAt } from './metaschemas.ts'
import { type Location, locationText } from './pointer.ts'
import { readDocument } from './read-document.ts'
import { cutFragment, printedUrl } from './reference.ts'

const refusal = 'other documents are never fetched; copy the definitions into the schema'

/** The texts of documents by URL. */
export type DocumentTexts = ReadonlyMap<string, string>

/** The contents of documents by URL: those given, and the metaschemas. Nothing is fetched here. */
export class Library {
  private readonly contents = new Map<string, Value>()
  private readonly others: DocumentTexts | undefined

  /** Without `others` a reference to another document is refused; with them, one that is not there is needed. */
  constructor(others?: DocumentTexts) {
    this.others = others
  }

  add(url: string, content: Value): void {
    this.contents.set(url, content)
  }

  load(url: string): Value {
    // A document may be null.
    const known = this.contents.has(url) ? this.contents.get(url) : metaschemaAt(url)
    const content = known === undefined ? this.loadForeign(url) : known
    this.contents.set(url, content)
    return content
  }

  /** Helm takes a URN that nobody resolves for a schema that allows everything. */
  private loadForeign(url: string): Value {
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1]?.toLowerCase() ?? ''
    if (scheme === 'urn') return true
    const isOnWeb = scheme === 'http' || scheme === 'https'
    if (this.others !== undefined && isOnWeb) return readOther(url, this.others)
    const isKnown = isOnWeb || scheme === 'file'
    const reason = isKnown ? refusal : `no URLLoader registered for ${quote(printedUrl(url))}`
    throw new JsonSchemaError('refused', `failing loading ${quote(url)}: ${reason}`)
  }

  /** The draft of a schema: that of its `$schema`, which may be a metaschema with a draft of its own. */
  draftOf(schema: Value, place: Location, fallback: Draft, before?: ReadonlySet<string>): Draft {
    const name = asObject(schema)?.get('$schema')
    if (typeof name !== 'string') return fallback
    const draft = draftNamed(name)
    if (draft !== undefined) return draft
    const [url] = cutFragment(name)
    checkMetaschemaUrl(url, place)
    if (place.pointer === '' && url === place.url) {
      throw new JsonSchemaError('invalid', `draft ${quote(url)} is not supported`)
    }
    if (before?.has(url) === true) {
      throw new JsonSchemaError('invalid', `cycle in resolving $schema in ${quote(url)}`)
    }
    const seen = new Set(before).add(url)
    return this.draftOf(this.load(url), { url, pointer: '' }, fallback, seen)
  }

  /** The dialect of a schema that names its metaschema. */
  dialectOf(schema: Value, draft: Draft): Dialect {
    const name = asObject(schema)?.get('$schema')
    if (typeof name !== 'string' || draftNamed(name) !== undefined || draft.version < 2019) {
      return { draft, vocabularies: undefined }
    }
    const [url] = cutFragment(name)
    const declared = asObject(asObject(this.load(url))?.get('$vocabulary'))
    if (declared === undefined) return { draft, vocabularies: undefined }
    const demanded = [...declared].filter(([, isRequired]) => isRequired === true)
    const names = demanded.map(([vocabulary]) => vocabularyName(vocabulary, draft, url))
    return { draft, vocabularies: [...new Set([...names, 'core'])] }
  }
}

/** The draft of schemas that name none. */
export function defaultDraft(): Draft {
  return draftOf(2020)
}

function vocabularyName(vocabulary: string, draft: Draft, url: string): string {
  const name = vocabulary.replace(draft.vocabularyPrefix, '')
  if (vocabulary.startsWith(draft.vocabularyPrefix) && draft.vocabularies.includes(name)) {
    return name
  }
  const message = `unsupported vocabulary ${quote(vocabulary)} in ${quote(url)}`
  throw new JsonSchemaError('invalid', message)
}

function checkMetaschemaUrl(url: string, place: Location): void {
  try {
    parseUrl(toBinary(url))
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    const message = `invalid $schema in ${quote(locationText(place))}: ${error.message}`
    throw new JsonSchemaError('invalid', message, { cause: error })
  }
}

function readOther(url: string, others: DocumentTexts): Value {
  const text = others.get(url)
  if (text === undefined) {
    throw new JsonSchemaError('needed', `failing loading ${quote(url)}: it is not here`, { url })
  }
  try {
    return readDocument(text)
  } catch (cause) {
    if (!(cause instanceof JsonSchemaError)) throw cause
    throw new JsonSchemaError(cause.code, `failing loading ${quote(url)}: ${cause.message}`, {
      cause,
    })
  }
}
