import { expect, test } from 'vitest'
import { parseRepository } from '../../../kinds/repository.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import { type Decision, decide } from './decide.ts'
import type { Observation } from './observe.ts'
import type { RefreshState } from './refresh-state.ts'

const minute = 60_000

interface Metadata {
  readonly deletionTimestamp?: string
}

function seen(
  spec: JsonRecord,
  more: Partial<Observation> & { readonly metadata?: Metadata } = {},
  retry = '',
): Observation {
  const annotations = retry === '' ? {} : { 'outrigger.dev/retry': retry }
  const { metadata: given, ...rest } = more
  const metadata = { name: 'a', namespace: 'team', generation: 1, annotations, ...given }
  const parsed = parseRepository({
    metadata,
    spec: { url: 'https://charts.example.com', ...spec },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return {
    repository: parsed.value,
    access: { state: 'complete', inputs: 'none' },
    state: undefined,
    now: 0,
    ...rest,
  }
}

const index = { kind: 'fetched', digest: 'd', charts: 1, versions: 1, warnings: [], at: 0 } as const
const inputs = JSON.stringify(['https://charts.example.com', null, [], null, 'none'])
const fresh: RefreshState = { inputs, retry: '', triedAt: 0, index, failure: undefined }
const failure = { code: 'unreachable', message: 'no', transient: true, count: 3 }

const rows: readonly { name: string; seen: Observation; decision: unknown }[] = [
  { name: 'reads the index at first', seen: seen({}), decision: { do: 'refresh', retry: '' } },
  {
    name: 'rests until the interval is over',
    seen: seen({}, { state: fresh, now: 4 * minute }),
    decision: { do: 'rest', after: 6 * minute },
  },
  {
    name: 'reads it again then',
    seen: seen({ interval: '4m' }, { state: fresh, now: 4 * minute }),
    decision: { do: 'refresh' },
  },
  {
    name: 'reads it at once when somebody asks for it',
    seen: seen({}, { state: fresh }, 'now'),
    decision: { do: 'refresh', retry: 'now' },
  },
  {
    name: 'answers a request once',
    seen: seen({}, { state: { ...fresh, retry: 'now' } }, 'now'),
    decision: { do: 'rest' },
  },
  {
    name: 'reads it at once when a Secret was rotated',
    seen: seen({}, { state: fresh, access: { state: 'complete', inputs: 'other' } }),
    decision: { do: 'refresh' },
  },
  {
    name: 'tries again soon after what may pass',
    seen: seen({}, { state: { ...fresh, failure } }),
    decision: { do: 'rest', after: 8000 },
  },
  {
    name: 'waits for the interval after what does not pass by itself',
    seen: seen({}, { state: { ...fresh, failure: { ...failure, transient: false } } }),
    decision: { do: 'rest', after: 10 * minute },
  },
  {
    name: 'asks for the Secret that is missing',
    seen: seen({}, { access: { state: 'incomplete', message: 'no Secret', inputs: '' } }),
    decision: { do: 'ask-for-access', message: 'no Secret' },
  },
  {
    name: 'leaves it alone while suspended',
    seen: seen({ suspend: true }),
    decision: { do: 'suspend' },
  },
  {
    name: 'has nothing to read in git',
    seen: seen({ url: 'https://git.example.com/charts.git' }),
    decision: { do: 'accept' },
  },
  {
    name: 'has nothing to read in a registry whose charts nobody names',
    seen: seen({ url: 'oci://registry.example.com/charts' }),
    decision: { do: 'accept' },
  },
  {
    name: 'forgets what goes',
    seen: seen({}, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
    decision: { do: 'forget' },
  },
  {
    name: 'refuses an address that means nothing',
    seen: seen({ url: 'git+ext://sh' }),
    decision: { do: 'refuse', problems: [expect.stringContaining('spec.url: ')] },
  },
]

test.each(rows)('$name', ({ seen: observation, decision }) => {
  expect(decide(observation) satisfies Decision).toMatchObject(decision as object)
})
