import type { Json } from '../../objects/json.ts'
import { KustomizeError } from '../errors.ts'
import { builtInSchemas, documentSchemas, type Schema, type Schemas } from './schema.ts'

const builtInVersion = 'v1.21.2'

/**
 * The schemas of one build: the built-in ones until the first kustomization that names a document or a
 * version. Built-in schemas that were asked for before then stay known beside the document.
 */
export class BuildSchemas implements Schemas {
  private document: Schemas | undefined
  private version = ''
  private usesBuiltIn = false

  /** Takes the `openapi` field of a kustomization, with the content of the file that it names. */
  choose(openapi: ReadonlyMap<string, string>, document: Json | undefined, isRoot: boolean): void {
    if (!isRoot && (this.document !== undefined || this.version !== '')) return
    const version = openapi.get('version') ?? ''
    if (document !== undefined) {
      if (openapi.has('version'))
        throw new KustomizeError('invalid', 'openapi has both a version and a path; one was wanted')
      this.document = documentSchemas(document)
      return
    }
    this.version = version
    if (version !== '' && version !== builtInVersion) {
      const message = `the OpenAPI version ${version} is not built in; ${builtInVersion} is`
      throw new KustomizeError('invalid', message)
    }
  }

  schemaOf(apiVersion: string, kind: string): Schema | undefined {
    if (this.document === undefined) {
      this.usesBuiltIn = true
      return builtInSchemas.schemaOf(apiVersion, kind)
    }
    const known = this.usesBuiltIn ? builtInSchemas.schemaOf(apiVersion, kind) : undefined
    return known ?? this.document.schemaOf(apiVersion, kind)
  }

  isClusterScoped(apiVersion: string, kind: string): boolean {
    return (this.document ?? builtInSchemas).isClusterScoped(apiVersion, kind)
  }
}
