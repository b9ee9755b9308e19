import { buildDependencies } from '../../../sources/dependencies/build.ts'
import { dependencyVerb } from './dependency-work.ts'

export const { command, parse, run } = dependencyVerb(buildDependencies, {
  description:
    'Brings exactly the versions of Chart.lock into charts/, as helm dependency build does; without a lock it does what update does.',
  examples: ['dependency build', 'chart dependencies build ./my-chart --skip-refresh'],
})
