import { updateDependencies } from '../../../sources/dependencies/update.ts'
import { dependencyVerb } from './dependency-work.ts'

export const { command, parse, run } = dependencyVerb(updateDependencies, {
  description:
    'Chooses versions for what Chart.yaml asks for, brings them into charts/ and writes Chart.lock, as helm dependency update does. Repositories that were added and registries with a login are trusted; other addresses that the chart names must be public, or allowed by --allow-address. Whatever goes wrong, charts/ and Chart.lock stay as they were.',
  examples: ['dependency update', 'chart dependencies update ./my-chart --skip-refresh'],
})
