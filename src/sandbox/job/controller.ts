import { namespaceOf, readPath, uidOf } from '../../objects/kube-object.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'
import { claim } from '../engine/claim.ts'
import type { Controller } from '../engine/controller.ts'
import { itself, ownerOrAdopter } from '../engine/wakes.ts'
import { decideJob } from './decide.ts'

const pause = 20

export function jobController(): Controller {
  return {
    name: 'job-controller',
    manager: 'kube-controller-manager',
    component: 'job-controller',
    pause,
    wakes: { jobs: itself, pods: ownerOrAdopter('Job', 'jobs') },
    decide: (key, view, now) => {
      const job = view.get('jobs', key)
      if (job === undefined) return []
      const selector = readLabelSelector(readPath(job, ['spec', 'selector']))
      const { owned, actions } = claim(job, selector, 'pods', {
        owned: view.owned('pods', uidOf(job)),
        orphans: view.orphans('pods', namespaceOf(job)),
      })
      return actions.length > 0 ? actions : decideJob({ job, pods: owned, now })
    },
  }
}
