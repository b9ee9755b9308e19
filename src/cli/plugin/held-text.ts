import { type KubeObject, readPath } from '../../objects/kube-object.ts'

/** The rest of the line that tells of a change which does not reach the release yet; empty when it does. */
export function heldText(plugin: KubeObject | undefined, unpin: string): string {
  if (plugin === undefined) return ''
  const pin = readPath(plugin, ['spec', 'pin'])
  if (typeof pin === 'number') return `; revision ${pin} is held by a rollback until ${unpin}`
  const isSuspended = readPath(plugin, ['spec', 'suspend']) === true
  return isSuspended ? '; it is suspended, and follows when suspend is false' : ''
}
