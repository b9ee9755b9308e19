import { installerSteps } from '../../kinds/vocabulary/installer-steps.ts'
import type { Word } from '../../kinds/vocabulary/vocabulary.ts'
import type { Sequence, Step } from '../../sequence/sequence.ts'

/** The facts of a site by which steps take part. */
export interface SiteFacts {
  readonly hasExpansion: boolean
  readonly hasOperator: boolean
  readonly hasApplications: boolean
  readonly hasPlatformApplications: boolean
}

/** A step of ours: how it is carried out, beside the word that the vocabulary has for it. */
type Work = Partial<Omit<Step, 'name' | 'formerly' | 'mayBeDelegated'>> & { readonly about: string }

const again = { repeats: true } as const
const patient = { attempts: 3, timeoutSeconds: 900 } as const

const expansion = 'there is an expansion'
const operator = 'the expansion has an operator'
const applications = 'there are applications'
const platformApplications = 'there are platform applications'

/** The work of the steps that we carry out, by name. */
const works: Readonly<Record<string, Work>> = {
  'Init expansion': {
    about: 'the package is there and nothing in it is wrong',
    when: expansion,
    mayBeSkipped: false,
    ...again,
  },
  'Prepare expansion files': {
    about: 'files of machines and of the provider are rendered and staged',
    when: expansion,
    ...again,
  },
  'Patch Hook Files': { about: 'the hooks of the package are staged', when: expansion, ...again },
  'Start Expansion Operator': {
    about: 'the operator of the package runs and finds the conditions that are its own',
    when: operator,
    ...again,
  },
  'Execute pre install hook': { about: 'hooks/pre-install has run', ...patient },
  'Create global cluster': {
    about: 'the conditions of the cluster hold on its machines',
    usualSeconds: 180,
    ...again,
  },
  'Write kubeconfig': {
    about: 'the kubeconfig of the administrator is in the shared folder',
    mayBeSkipped: false,
    ...again,
  },
  'Execute post cluster ready hook': { about: 'hooks/post-cluster-ready has run', ...patient },
  'Create namespace for install TKE': {
    about: 'our kinds, namespace, account and rights are on the cluster',
    usualSeconds: 10,
    ...patient,
    ...again,
  },
  'Start platform': {
    about: 'our operator and server run',
    usualSeconds: 15,
    ...patient,
    ...again,
  },
  'Patch platform versions in cluster info': {
    about: 'the cluster says which installer made it',
    ...patient,
    ...again,
  },
  'Install Platform Applications': {
    about: 'the applications of the platform are ready, one after the other',
    when: platformApplications,
    usualSeconds: 30,
    ...patient,
  },
  'Import resource to TKE platform': {
    about: 'the cluster is a Cluster of the platform',
    ...patient,
    ...again,
  },
  'Import charts': {
    about: 'the charts beside the file of the site are in its registry and offered',
    ...patient,
    ...again,
  },
  'Import Expansion Charts': {
    // Its operator has to look at the platform again after every run, in which it looked at the installer's API.
    about:
      'the expansion is in the registry and carried out, its operator runs beside the platform',
    when: expansion,
    usualSeconds: 30,
    ...patient,
    ...again,
  },
  'Install Applications': {
    about: 'the applications of the site are instances, and ready',
    when: applications,
    usualSeconds: 30,
    ...patient,
  },
  'Execute post install hook': { about: 'hooks/post-install has run', ...patient },
}

/** The condition of steps that only TKEStack's own components need. */
const neverHere = 'TKEStack itself is installed'

/** The steps of an installation: the published words in their order. */
export const siteSteps: Sequence = {
  noun: installerSteps.noun,
  steps: installerSteps.words.map(stepOf),
}

function stepOf({ name, formerly }: Word): Step {
  const work = works[name] ?? { about: 'nothing here', when: neverHere }
  return {
    name,
    mayBeSkipped: true,
    mayBeDelegated: false,
    repeats: false,
    ...work,
    ...(formerly === undefined ? {} : { formerly }),
  }
}

/** Whether a `when` holds of a site. */
export function holdsFor(facts: SiteFacts): (when: string) => boolean {
  const truths: Readonly<Record<string, boolean>> = {
    [expansion]: facts.hasExpansion,
    [operator]: facts.hasOperator,
    [applications]: facts.hasApplications,
    [platformApplications]: facts.hasPlatformApplications,
  }
  return (when) => truths[when] === true
}
