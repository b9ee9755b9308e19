import type { Repository } from '../../../kinds/repository.ts'

export type SourceType = NonNullable<Repository['spec']['type']>

/** The kind of server at an address, when the spec does not say. */
function sourceTypeOf({ type, url }: Repository['spec']): SourceType {
  if (type !== undefined) return type
  if (url.startsWith('oci://')) return 'oci'
  if (url.startsWith('file://')) return 'folder'
  const isGit = /^(git\+|ssh:|git:)|^[^/]+@[^/]+:|\.git$/.test(url)
  return isGit ? 'git' : 'http'
}

/** Whether there is something that lists its charts. */
export function hasIndex(spec: Repository['spec']): boolean {
  const type = sourceTypeOf(spec)
  return type === 'http' || (type === 'oci' && spec.charts.length > 0)
}
