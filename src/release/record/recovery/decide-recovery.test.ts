import { expect, test } from 'vitest'
import type { Intent } from '../outrigger-record.ts'
import { type LastRevision, decideRecovery } from './decide-recovery.ts'

const minutes = 60_000
const upgrade: Intent = { verb: 'upgrade', stage: 'changing', planDigest: 'a', supersedes: [2] }
const pending: LastRevision = {
  revision: 3,
  status: 'pending-upgrade',
  age: minutes,
  intent: upgrade,
  holder: 'one',
}
const same = { verb: 'upgrade', planDigest: 'a' } as const
const other = { verb: 'upgrade', planDigest: 'b' } as const
const uninstall = { verb: 'uninstall', planDigest: 'c' } as const

test.each([
  { name: 'goes on when there is no release', last: undefined, does: { do: 'go-on' } },
  { name: 'goes on after success', last: { status: 'deployed' }, does: { do: 'go-on' } },
  { name: 'goes on after a failure', last: { status: 'failed' }, does: { do: 'go-on' } },
  { name: 'resumes the same work', last: {}, does: { do: 'resume', revision: 3 } },
  {
    name: 'resumes work of which nothing was done yet',
    last: { intent: { ...upgrade, stage: 'intended' } },
    does: { do: 'resume', revision: 3 },
  },
  {
    name: 'completes work of which only the records are missing, whatever is wanted',
    last: { intent: { ...upgrade, stage: 'done' } },
    wanted: other,
    does: { do: 'complete', revision: 3, supersedes: [2] },
  },
  {
    name: 'fails what is not wanted any more',
    last: {},
    wanted: other,
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted upgrade by one' },
  },
  {
    name: 'fails an upgrade when a rollback is wanted, even to the same',
    last: {},
    wanted: { verb: 'rollback', planDigest: 'a' },
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted upgrade by one' },
  },
  {
    name: 'fails what is to be uninstalled',
    last: { status: 'pending-install', intent: { ...upgrade, verb: 'install' }, holder: '' },
    wanted: uninstall,
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted install' },
  },
  {
    name: 'resumes an uninstall by any other',
    last: { status: 'uninstalling', intent: { ...upgrade, verb: 'uninstall' } },
    wanted: uninstall,
    does: { do: 'resume', revision: 3 },
  },
  {
    name: 'refuses to upgrade what is half uninstalled',
    last: { status: 'uninstalling', intent: { ...upgrade, verb: 'uninstall' } },
    does: {
      do: 'refuse',
      because:
        'revision 3 is being uninstalled, which was interrupted; uninstall it again first, or say --take-over to keep the release',
    },
  },
  {
    name: 'keeps what is half uninstalled when asked',
    last: { status: 'uninstalling', intent: { ...upgrade, verb: 'uninstall' } },
    takeOver: true,
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted uninstall by one' },
  },
  {
    name: 'keeps what is half uninstalled for a leader, whose request prevails',
    last: { status: 'uninstalling', intent: { ...upgrade, verb: 'uninstall' } },
    leads: true,
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted uninstall by one' },
  },
  {
    name: 'leaves what helm could not uninstall to the verb',
    last: { status: 'uninstalling', intent: undefined, holder: '' },
    does: { do: 'go-on' },
  },
  {
    name: 'uninstalls what an operator could not',
    last: { status: 'uninstalling', intent: undefined, holder: 'an operator', age: 10_000 },
    wanted: uninstall,
    does: { do: 'go-on' },
  },
  {
    name: 'does not upgrade what an operator could not uninstall unasked',
    last: { status: 'uninstalling', intent: undefined, holder: 'an operator', age: 6 * minutes },
    does: {
      do: 'refuse',
      because:
        'revision 3 is uninstalling since 6 min, by an operator; if nobody works on it any more, say --take-over to mark it as failed and go on',
    },
  },
  {
    name: 'keeps what an operator could not uninstall when asked, after a while',
    last: { status: 'uninstalling', intent: undefined, holder: 'an operator', age: 6 * minutes },
    takeOver: true,
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted uninstall' },
  },
  {
    name: 'keeps what helm could not uninstall when asked, after a while',
    last: { status: 'uninstalling', intent: undefined, holder: '', age: 6 * minutes },
    takeOver: true,
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted uninstall' },
  },
  {
    name: 'waits for helm',
    last: { intent: undefined, holder: '', age: 10_000 },
    takeOver: true,
    does: {
      do: 'refuse',
      because:
        'revision 3 is pending-upgrade since 10 s, and not by outrigger; wait until it is done, or for 5 min to take it over',
    },
  },
  {
    name: 'waits for an operator, which holds no Lease',
    last: { intent: undefined, holder: 'an operator', age: 10_000 },
    does: {
      do: 'refuse',
      because:
        'revision 3 is pending-upgrade since 10 s, by an operator; wait until it is done, or for 5 min to take it over',
    },
  },
  {
    name: 'does not take over from helm unasked',
    last: { intent: undefined, holder: '', age: 180 * minutes },
    does: {
      do: 'refuse',
      because:
        'revision 3 is pending-upgrade since 3 h, and not by outrigger; if nobody works on it any more, say --take-over to mark it as failed and go on',
    },
  },
  {
    name: 'takes over from helm when asked',
    last: { intent: undefined, status: 'pending-rollback', age: 6 * minutes },
    takeOver: true,
    does: { do: 'mark-failed', revision: 3, description: 'Interrupted rollback' },
  },
] as const)('$name', (row) => {
  const { last, does } = row
  const wanted = 'wanted' in row ? row.wanted : same
  const takeOver = 'takeOver' in row
  const seen = last === undefined ? undefined : { ...pending, ...last }
  const leads = 'leads' in row
  expect(decideRecovery({ last: seen, wanted, takeOver, leads })).toEqual(does)
})
