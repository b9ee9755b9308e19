import { parseApiVersion } from '../../objects/kube-object.ts'

export interface Subresource {
  readonly name: string
  readonly kind: string
  /** The API version of its kind where that is another than the resource's. */
  readonly apiVersion: string | undefined
  readonly verbs: readonly string[]
}

/** A resource as discovery tells of it, in one version. */
export interface Resource {
  readonly group: string
  readonly version: string
  /** The plural name in paths. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly Subresource[]
}

const everyVerb = 'create,delete,deletecollection,get,list,patch,update,watch'

/** Reads resources that are written one per line. */
export function readResources(lines: string): readonly Resource[] {
  const rows = lines.split('\n').filter((line) => line !== '')
  return rows.map((row) => {
    const [apiVersion = '', resource = '', singular = '', kind = '', scope, ...rest] =
      row.split(' ')
    const [verbs = '', shortNames = '', categories = '', ...subresources] = rest
    return {
      ...parseApiVersion(apiVersion),
      resource,
      singular: singular === '-' ? '' : singular,
      kind,
      namespaced: scope === 'namespaced',
      verbs: listOf(verbs === '*' ? everyVerb : verbs),
      shortNames: listOf(shortNames),
      categories: listOf(categories),
      subresources: subresources.map(readSubresource),
    }
  })
}

function readSubresource(text: string): Subresource {
  const [name = '', described = ''] = text.split('=')
  const [type = '', verbs = ''] = described.split(':')
  const dot = type.lastIndexOf('.')
  const apiVersion = dot === -1 ? undefined : type.slice(0, dot)
  return { name, kind: type.slice(dot + 1), apiVersion, verbs: listOf(verbs) }
}

function listOf(text: string): readonly string[] {
  return text === '-' || text === '' ? [] : text.split(',')
}
