import type { Extension } from '../../kinds/extension.ts'

interface SourceName {
  readonly repo?: string | undefined
  readonly name?: string | undefined
}

/** One text for all versions, tags and digests that are fetched from the same place. */
export function sourceKey({ repo = '', name }: SourceName): string {
  const plain = repo.startsWith('oci://') ? withoutVersion(repo) : repo
  const below = name === undefined ? '' : `/${name}`
  return `${plain.replace(/\/$/, '')}${below}`
}

/** The places that an Extension names. Its writer answers for them, so tenants may fetch from there. */
export function sourceKeys({ spec }: Extension): readonly string[] {
  return spec.sources.map(sourceKey)
}

function withoutVersion(address: string): string {
  const [path = ''] = address.split('@')
  const slash = path.lastIndexOf('/')
  const colon = path.indexOf(':', slash)
  return colon === -1 ? path : path.slice(0, colon)
}
