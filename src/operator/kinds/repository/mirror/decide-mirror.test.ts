import { expect, test } from 'vitest'
import { parseRepository } from '../../../../kinds/repository.ts'
import type { JsonRecord } from '../../../../kinds/json-value.ts'
import { type MirrorSeen, decideMirror } from './decide-mirror.ts'
import type { MirrorState } from './mirror-runs.ts'

const hour = 3_600_000
const now = Date.parse('2026-05-01T12:00:00Z')
const mirror = { to: { images: 'reg.local/m' }, images: ['quay.io/a/b:1'] }

function seen(
  more: Partial<Omit<MirrorSeen, 'repository'>> & { spec?: JsonRecord; status?: JsonRecord } = {},
): MirrorSeen {
  const { spec, status, ...rest } = more
  const parsed = parseRepository({
    metadata: { name: 'a', namespace: 'team', generation: 1 },
    spec: { url: 'https://charts.example.com', mirror, ...spec },
    ...(status === undefined ? {} : { status }),
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { value: repository } = parsed
  return { repository, access: '', retry: '', state: undefined, running: undefined, now, ...rest }
}

const first = decideMirror(seen())
const inputs = first.do === 'run' ? first.inputs : ''

function state(more: Partial<MirrorState> = {}): MirrorState {
  const ended = { inputs, retry: '', triedAt: now - 1000 }
  return { ...ended, outcome: { delta: [], bytes: 0, copied: 0 }, failure: undefined, ...more }
}

const failure = (count: number, transient = true) => ({ message: 'no', transient, count })

test.each([
  ['the first time', seen(), { do: 'run', inputs }],
  ['without a mirror', seen({ spec: { mirror: null } }), { do: 'none' }],
  ['while it is suspended', seen({ spec: { suspend: true } }), { do: 'none' }],
  ['while it runs', seen({ running: inputs }), { do: 'wait', inputs }],
  ['after a run', seen({ state: state() }), { do: 'rest', inputs, after: hour - 1000 }],
  ['an interval later', seen({ state: state({ triedAt: now - hour }) }), { do: 'run', inputs }],
  ['when it is asked for', seen({ state: state(), retry: '1' }), { do: 'run', inputs }],
  [
    'after a failure that may pass',
    seen({ state: state({ failure: failure(2) }) }),
    { do: 'rest', inputs, after: 59_000 },
  ],
  [
    'after a refusal',
    seen({ state: state({ failure: failure(1, false) }) }),
    { do: 'rest', inputs, after: hour - 1000 },
  ],
  [
    'by an operator that starts after another one brought it',
    seen({ status: { mirror: { at: '2026-05-01T11:30:00Z', inputs } } }),
    { do: 'rest', inputs, after: hour / 2 },
  ],
  [
    'another interval is no other input',
    seen({ state: state(), spec: { mirror: { ...mirror, interval: '2h' } } }),
    { do: 'rest', inputs, after: 2 * hour - 1000 },
  ],
])('%s', (_, observed, decision) => {
  expect(decideMirror(observed)).toEqual(decision)
})

test.each([
  ['another image', { spec: { mirror: { ...mirror, images: ['quay.io/a/b:2'] } } }],
  ['another Secret', { access: 'uid@2' }],
])('%s is another input, also while the old one runs', (_, more) => {
  const decision = decideMirror(seen({ ...more, state: state(), running: inputs }))
  expect(decision).toMatchObject({ do: 'run' })
  expect(decision).not.toEqual({ do: 'run', inputs })
})
