import { defaultCrds } from '../../kinds/shared-fields.ts'
import type { AdoptedObject } from '../../release/ownership/adopt.ts'
import type { CrdChoice, ReleaseChoices } from '../../release/choices.ts'
import { parseDuration } from '../../template/functions/time/duration.ts'
import type { FlagValues } from '../chart/sources/source-options.ts'
import { splitAtCommas } from '../options/value-options.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Environment } from '../verb.ts'
import { readCount } from '../options/read-count.ts'

/** How long a step may take, as helm names it. */
export const timeoutOption = {
  timeout: {
    kind: 'text',
    value: 'DURATION',
    summary: 'how long each hook and each wait may take; 5m0s unless given',
  },
} as const satisfies Record<string, OptionSpec>

export const waitOption = {
  wait: {
    kind: 'optional',
    value: 'strategy',
    choices: ['watcher', 'hookOnly', 'legacy', 'true', 'false'],
    bare: 'watcher',
    fallback: 'hookOnly',
    summary: 'wait until the objects are ready, not only for hooks',
  },
} as const satisfies Record<string, OptionSpec>

export const dryRunOption = {
  'dry-run': {
    kind: 'optional',
    value: 'where',
    choices: ['server', 'client', 'none', 'true', 'false'],
    bare: 'server',
    fallback: 'none',
    summary: 'print the plan and change nothing; the cluster is asked either way',
  },
} as const satisfies Record<string, OptionSpec>

/** The options of the verbs that make a new revision. */
export const changeOptions = {
  ...waitOption,
  'wait-for-jobs': { kind: 'switch', summary: 'with --wait, wait for the end of Jobs too' },
  ...timeoutOption,
  'no-hooks': { kind: 'switch', summary: 'run no hooks' },
  'cleanup-on-fail': { kind: 'switch', summary: 'when it fails, delete what it created' },
  'history-max': {
    kind: 'text',
    value: 'NUMBER',
    summary: 'how many revisions are kept, 0 for all; $HELM_MAX_HISTORY or 10 unless given',
  },
  'force-conflicts': { kind: 'switch', summary: 'take fields that others own' },
  conflicts: {
    kind: 'choice',
    value: 'policy',
    choices: ['fail', 'take', 'yield'],
    summary: 'what happens to fields that others own; fail unless given',
  },
  adopt: {
    kind: 'list',
    value: 'KIND/NAME',
    summary:
      'make an object of others part of the release, also a definition in crds/; KIND.GROUP and NAMESPACE/NAME say more',
  },
  'take-ownership': {
    kind: 'switch',
    summary: 'make all objects of others that are in the way part of the release',
  },
  recreate: {
    kind: 'switch',
    summary: 'delete and create again what has fields that cannot be changed',
  },
  'take-over': { kind: 'switch', summary: 'give up a revision that another program left' },
  'server-side': {
    kind: 'optional',
    value: 'how',
    choices: ['true', 'auto', 'false'],
    bare: 'true',
    summary: 'always so: objects are applied by the server',
  },
  description: { kind: 'text', value: 'TEXT', summary: 'what the history says of this revision' },
  ...dryRunOption,
} as const satisfies Record<string, OptionSpec>

/** More of them, for what comes from a chart. */
export const chartChangeOptions = {
  ...changeOptions,
  'rollback-on-failure': { kind: 'switch', summary: 'undo it when it fails; waits too' },
  atomic: { kind: 'switch', summary: 'the same as --rollback-on-failure' },
  labels: {
    kind: 'list',
    short: 'l',
    value: 'KEY=VALUE',
    summary: 'labels of the record, several with commas; null takes one away',
  },
  'skip-crds': { kind: 'switch', summary: 'the same as --crds=skip' },
  crds: {
    kind: 'choice',
    value: 'policy',
    choices: ['skip', 'create', 'upgrade'],
    summary: 'what becomes of crds/: left alone, created where absent, or applied',
  },
  'accept-crd-dangers': {
    kind: 'switch',
    summary: 'apply definitions although stored objects may be lost by that',
  },
  'skip-schema-validation': { kind: 'switch', summary: 'do not check values.schema.json' },
  'render-subchart-notes': { kind: 'switch', summary: 'keep the notes of subcharts too' },
  'hide-notes': { kind: 'switch', summary: 'do not print the notes' },
} as const satisfies Record<string, OptionSpec>

type ChangeFlags = FlagValues<typeof changeOptions>

/** The choices of the flags, as the verbs take them; $HELM_MAX_HISTORY is read when they run. */
export interface Change {
  readonly choices: Omit<ReleaseChoices, 'maxHistory'>
  readonly maxHistory: number | undefined
  readonly dryRun: boolean
}

export function changeOf(given: ChangeFlags): Change | UsageError {
  const timeout = readDuration(given.timeout)
  if (timeout instanceof UsageError) return timeout
  const maxHistory = readCount('history-max', given['history-max'], -1)
  if (maxHistory instanceof UsageError) return maxHistory
  if (given['server-side'] === 'false') {
    return new UsageError('bad-value', '--server-side=false: objects are applied by the server')
  }
  const adopt = readAdopted(given.adopt)
  if (adopt instanceof UsageError) return adopt
  const conflicts = (given.conflicts ?? 'fail') as ReleaseChoices['conflicts']
  return {
    choices: {
      timeout,
      wait: waitOf(given),
      hooks: given['no-hooks'] ? 'skip' : 'run',
      conflicts: given['force-conflicts'] ? 'take' : conflicts,
      immutable: given.recreate ? 'recreate' : 'fail',
      takeOver: given['take-over'],
      takeOwnership: given['take-ownership'],
      adopt,
      onFailure: 'stay',
      cleanupOnFail: given['cleanup-on-fail'],
      labels: {},
      ...(given.description ? { description: given.description } : {}),
    },
    maxHistory: maxHistory === -1 ? undefined : maxHistory,
    dryRun: isDryRun(given),
  }
}

/** `KIND/NAME`, and with more `KIND.GROUP/NAMESPACE/NAME`. */
function readAdopted(given: readonly string[]): readonly AdoptedObject[] | UsageError {
  const adopted: AdoptedObject[] = []
  for (const text of given) {
    const [whole = '', ...place] = text.split('/')
    const [kind = '', ...groups] = whole.split('.')
    const [name = '', namespace] = place.toReversed()
    if (kind === '' || name === '' || place.length > 2) {
      const example = 'ConfigMap/web or Deployment.apps/shop/web'
      return new UsageError('bad-value', `--adopt ${text} is not an object such as ${example}`)
    }
    adopted.push({
      kind,
      name,
      ...(groups.length === 0 ? {} : { group: groups.join('.') }),
      ...(namespace === undefined ? {} : { namespace }),
    })
  }
  return adopted
}

/** The further choices of the flags of a verb with a chart. */
export interface ChartChange extends Change {
  readonly crds: CrdChoice
  readonly crdDangers: 'refuse' | 'accept'
  readonly skipSchema: boolean
  readonly subchartNotes: boolean
  readonly notes: 'shown' | 'hidden'
}

export function chartChangeOf(
  given: FlagValues<typeof chartChangeOptions>,
): ChartChange | UsageError {
  const change = changeOf(given)
  if (change instanceof UsageError) return change
  const labels = readLabels(given.labels)
  if (labels instanceof UsageError) return labels
  const undo = given['rollback-on-failure'] || given.atomic
  const wait = undo && change.choices.wait === 'hooks' ? 'ready' : change.choices.wait
  const crds = (given.crds ?? defaultCrds) as CrdChoice
  return {
    ...change,
    choices: {
      ...change.choices,
      wait,
      labels,
      onFailure: undo ? 'undo' : 'stay',
    },
    crdDangers: given['accept-crd-dangers'] ? 'accept' : 'refuse',
    crds: given['skip-crds'] ? 'skip' : crds,
    skipSchema: given['skip-schema-validation'],
    subchartNotes: given['render-subchart-notes'],
    notes: given['hide-notes'] ? 'hidden' : 'shown',
  }
}

/** The choices with the limit that the environment sets. */
export function choicesOf(
  { choices, maxHistory }: Change,
  environment: Environment,
): ReleaseChoices {
  const text = environment['HELM_MAX_HISTORY']
  const limit = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : defaultHistory
  return { ...choices, maxHistory: maxHistory ?? limit }
}

const defaultHistory = 10
const defaultTimeout = 300_000

export function isDryRun(given: { readonly 'dry-run': string | undefined }): boolean {
  return !['none', 'false', undefined].includes(given['dry-run'])
}

function waitOf({ wait, 'wait-for-jobs': jobs }: ChangeFlags): ReleaseChoices['wait'] {
  if (wait === undefined || wait === 'hookOnly' || wait === 'false') return 'hooks'
  return jobs ? 'jobs' : 'ready'
}

/** Milliseconds of a text such as 2m0s; the default for an absent one and for 0. */
export function readDuration(text: string | undefined): number | UsageError {
  if (text === undefined) return defaultTimeout
  const parsed = parseDuration(text)
  const milliseconds = parsed.ok ? Number(parsed.value) / 1e6 : -1
  if (milliseconds >= 0) return milliseconds || defaultTimeout
  return new UsageError('bad-value', `--timeout ${text} is not a time such as 90s or 2m0s`)
}

function readLabels(given: readonly string[]): Readonly<Record<string, string>> | UsageError {
  const pairs = given.flatMap(splitAtCommas).map((pair) => pair.split(/=(.*)/s))
  const bad = pairs.find(([, value]) => value === undefined)
  if (bad !== undefined) {
    return new UsageError('bad-value', `--labels ${bad[0]} must be formatted as key=value`)
  }
  return Object.fromEntries(
    pairs.map(([key = '', value = '']) => [key, value === 'null' ? '' : value]),
  )
}
