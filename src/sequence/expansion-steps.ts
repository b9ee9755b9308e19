import type { Sequence, Step } from './sequence.ts'

const always = { mayBeSkipped: false, mayBeDelegated: false, repeats: true } as const
const optional = { mayBeSkipped: true, mayBeDelegated: false, repeats: true } as const

const steps: readonly Step[] = [
  {
    name: 'Init expansion',
    about: 'the package is there, its bytes are those that were built, and nothing in it is wrong',
    ...always,
  },
  { name: 'Load images', about: 'the images of the package are read', ...optional },
  { name: 'Tag images', about: "each has its name in the site's registry", ...optional },
  { name: 'Push images', about: "each is in the site's registry, blob by blob", ...optional },
  {
    name: 'Import Expansion Charts',
    about: 'the charts are in the repositories of their groups',
    ...optional,
  },
  {
    name: 'Prepare expansion files',
    about: 'the files of machines are rendered and staged with mode and digest',
    ...optional,
  },
  { name: 'Patch Hook Files', about: 'the hooks of the installer are staged', ...optional },
  {
    name: 'Merge provider files',
    about: 'the files that take the place of those of the provider are staged',
    ...optional,
  },
  {
    name: 'Install Applications',
    about: 'applications and objects are Plugins with the values of the package and the site',
    formerly: ['Install applications'],
    ...optional,
  },
]

/** The steps by which an expansion is carried out, in their order. */
export const expansionSteps: Sequence = { noun: 'a step of an expansion', steps }
