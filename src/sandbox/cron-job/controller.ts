import { uidOf } from '../../objects/kube-object.ts'
import type { Controller } from '../engine/controller.ts'
import { itself, ownerOf } from '../engine/wakes.ts'
import { decideCronJob } from './decide.ts'

const pause = 20

export function cronJobController(): Controller {
  return {
    name: 'cronjob-controller',
    manager: 'kube-controller-manager',
    component: 'cronjob-controller',
    pause,
    wakes: { cronJobs: itself, jobs: ownerOf('CronJob') },
    decide: (key, view, now) => {
      const cron = view.get('cronJobs', key)
      if (cron === undefined) return []
      return decideCronJob({ cron, jobs: view.owned('jobs', uidOf(cron)), now })
    },
  }
}
