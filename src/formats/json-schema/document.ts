import { quote } from '../quote.ts'
import type { Value } from '../value.ts'
import type { Dialect } from './drafts.ts'
import { JsonSchemaError } from './errors.ts'
import type { JsonObject } from './json-type.ts'
import { escapePointer, type Location, locationText } from './pointer.ts'
import { type Reference, splitFragment } from './reference.ts'

/** A part of a document with an identity of its own; at least the whole document is one. */
export interface Resource {
  readonly pointer: string
  readonly id: string
  readonly dialect: Dialect
  /** Pointers by anchor. */
  readonly anchors: Map<string, string>
  readonly dynamicAnchors: Set<string>
}

/** A JSON document with schemas in it. */
export class SchemaDocument {
  readonly url: string
  readonly content: Value
  /** By pointer. */
  readonly resources = new Map<string, Resource>()
  /** The schemas that have been looked through, by pointer. */
  readonly collected = new Map<string, Value>()
  private readonly byId = new Map<string, Resource>()

  constructor(url: string, content: Value) {
    this.url = url
    this.content = content
  }

  addResource(resource: Resource): void {
    this.resources.set(resource.pointer, resource)
    this.byId.set(resource.id, resource)
  }

  resourceWithId(id: string): Resource | undefined {
    return this.byId.get(id)
  }

  /** The innermost resource around a place. */
  resourceAround(pointer: string): Resource {
    if (this.resources.size === 1) return this.root()
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const found = this.resources.get(pointer.slice(0, end))
      if (found !== undefined) return found
    }
    return this.root()
  }

  /** Where a reference leads; undefined when to another document. */
  resolve({ url, fragment }: Reference): Location | undefined {
    const resource = url === this.url ? this.root() : this.byId.get(url)
    return resource === undefined ? undefined : this.resolveIn(resource, fragment)
  }

  resolveFragment(fragment: string): Location {
    return this.resolveIn(this.root(), fragment)
  }

  /** Notes the names that a schema gives itself. */
  collectAnchors(schema: JsonObject, pointer: string, resource: Resource): void {
    const { version, idKeyword } = resource.dialect.draft
    if (version < 2019) {
      const id = schema.has('$ref') ? undefined : schema.get(idKeyword)
      if (typeof id !== 'string') return
      const anchor = this.anchorOf(id, pointer)
      if (anchor !== undefined) this.addAnchor(anchor, pointer, resource)
      return
    }
    const anchor = schema.get('$anchor')
    if (typeof anchor === 'string') this.addAnchor(anchor, pointer, resource)
    const dynamic = schema.get('$dynamicAnchor')
    if (version < 2020 || typeof dynamic !== 'string') return
    this.addAnchor(dynamic, pointer, resource)
    resource.dynamicAnchors.add(dynamic)
  }

  private root(): Resource {
    const root = this.resources.get('')
    if (root === undefined) throw new Error(`document ${this.url} has no resources yet`)
    return root
  }

  private resolveIn(resource: Resource, fragment: string): Location {
    const { url } = this
    if (isPointer(fragment)) return { url, pointer: resource.pointer + fragment }
    const pointer = resource.anchors.get(fragment)
    if (pointer !== undefined) return { url, pointer }
    const reference = `${resource.id}#${escapePointer(fragment)}`
    throw new JsonSchemaError(
      'reference',
      `anchor in ${quote(reference)} not found in schema ${quote(url)}`,
    )
  }

  private anchorOf(id: string, pointer: string): string | undefined {
    try {
      const { fragment } = splitFragment(id)
      return isPointer(fragment) ? undefined : fragment
    } catch (error) {
      if (!(error instanceof JsonSchemaError)) throw error
      const place = quote(locationText({ url: this.url, pointer }))
      throw new JsonSchemaError('invalid', `error in parsing anchor at ${place}`, { cause: error })
    }
  }

  private addAnchor(anchor: string, pointer: string, { anchors }: Resource): void {
    const known = anchors.get(anchor)
    if (known !== undefined && known !== pointer) {
      const places = `${quote(known)} and ${quote(pointer)}`
      const message = `duplicate anchor ${quote(anchor)} in ${quote(this.url)} at ${places}`
      throw new JsonSchemaError('reference', message)
    }
    anchors.set(anchor, pointer)
  }
}

function isPointer(fragment: string): boolean {
  return fragment === '' || fragment.startsWith('/')
}
