import { type KubeObject, listAt, readPath, textAt } from '../../objects/kube-object.ts'

/** Whether nothing has changed about a node that matters to pods; a heartbeat is no news. */
export function isSameNode(before: KubeObject, after: KubeObject): boolean {
  return newsOf(before) === newsOf(after)
}

function newsOf(node: KubeObject): string {
  return JSON.stringify([
    node['spec'] ?? {},
    node.metadata['labels'] ?? {},
    readPath(node, ['status', 'allocatable']) ?? {},
    listAt(node, ['status', 'conditions']).map((one) => textAt(one, ['status'])),
  ])
}
