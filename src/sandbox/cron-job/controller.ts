import { uidOf } from '../../objects/kube-object.ts'
import type { Controller } from '../engine/controller.ts'
import { itself, ownerOf } from '../engine/wakes.ts'
import { decideCronJob } from './decide.ts'

const pause = 20

export function cronJobController(): Controller {
  const firstSeen = new Map<string, number>()
  return {
    name: 'cronjob-controller',
    manager: 'kube-controller-manager',
    component: 'cronjob-controller',
    pause,
    wakes: {
      cronJobs: (change, view) => {
        if (change.type === 'deleted') firstSeen.delete(uidOf(change.object))
        return itself(change, view)
      },
      jobs: ownerOf('CronJob'),
    },
    decide: (key, view, now) => {
      const cron = view.get('cronJobs', key)
      if (cron === undefined) return []
      const uid = uidOf(cron)
      const since = firstSeen.get(uid) ?? now
      firstSeen.set(uid, since)
      return decideCronJob({ cron, jobs: view.owned('jobs', uid), since, now })
    },
  }
}
