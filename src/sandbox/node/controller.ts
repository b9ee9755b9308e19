import type { Controller } from '../engine/controller.ts'
import { itself } from '../engine/wakes.ts'
import { decideNode } from './decide.ts'

/** The kubelets' care for their nodes; a node that somebody makes is well too. */
export function nodeController(version: string): Controller {
  return {
    name: 'node',
    manager: 'kubelet',
    component: 'kubelet',
    pause: 0,
    wakes: { nodes: itself },
    decide: (key, view, now) => {
      const node = view.get('nodes', key)
      if (node === undefined) return []
      return decideNode({ node, version, lease: view.get('leases', `kube-node-lease/${key}`), now })
    },
  }
}
