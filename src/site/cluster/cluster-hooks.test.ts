import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { siteOfText } from '../../expansion/merge/read-site.ts'
import { type ProviderOperation, providerOperations } from '../../kinds/provider/provider-file.ts'
import { clusterHooks } from '../../kinds/vocabulary/hook-names.ts'
import { systemClock } from '../../std/clock.ts'
import { fileJournal } from '../journal/file-journal.ts'
import { type Provider, readProvider } from '../provider/read-provider.ts'
import { localRunner } from '../runner/local-runner.ts'
import { clusterPlan } from './cluster-plan.ts'
import { folderFiles } from './folder-files.ts'
import { runConditions } from './run-conditions.ts'

const never = new AbortController().signal
const shipped = resolve(import.meta.dirname, '../../../providers/kubeadm')
const names = Object.keys(clusterHooks)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-hooks-'))
  const hook = join(folder, 'hook')
  await writeFile(
    hook,
    '#!/bin/sh\nname=$1; shift; echo "$name ${OUTRIGGER_MACHINE} $*" >>"$LOG"\n',
  )
  await chmod(hook, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The shipped provider with the conditions that are hooks, and no other. */
async function hooksAlone(): Promise<Provider> {
  const provider = await readProvider(shipped, undefined, never)
  const own = providerOperations.map((is) => [
    is,
    provider.file[is].filter(({ hook }) => hook !== undefined),
  ])
  return { ...provider, file: { ...provider.file, ...Object.fromEntries(own) } }
}

async function did(is: ProviderOperation): Promise<readonly string[]> {
  const hooks = names.map((name) => `      ${name}: ${join(folder, 'hook')} ${name}`).join('\n')
  const text = `cluster:
  version: 1.36.3
  labels: {stage: test}
  annotations: {note: it's new}
  machines: [{ip: 198.18.0.11}, {ip: 198.18.0.12, role: worker}]
  features:
    hooks:
${hooks}
`
  const { plan } = clusterPlan(siteOfText(text, 'site.yaml').site)
  const env = { ...process.env, LOG: join(folder, 'log') }
  const { state } = await runConditions(
    {
      clock: systemClock,
      provider: await hooksAlone(),
      journal: fileJournal(folder),
      read: async () => ({ is, plan, leaving: [] }),
      runnerFor: async () => localRunner(env),
      local: localRunner(env),
      files: folderFiles(folder),
      onLine: () => undefined,
      onProgress: () => undefined,
    },
    never,
  )
  expect(state).toBe('done')
  return (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n')
}

const onAll = (hook: string) => [
  `${hook} 198.18.0.11 cluster=global`,
  `${hook} 198.18.0.12 cluster=global`,
]
// Those of the cluster get its annotations and labels.
const onFirst = (hook: string) => [`${hook} 198.18.0.11 note=it's new stage=test cluster=global`]

test.each([
  {
    is: 'create' as const,
    wanted: [
      onFirst('PreClusterInstall'),
      onAll('PreInstall'),
      onAll('PostInstall'),
      onFirst('PostClusterInstall'),
    ],
  },
  {
    is: 'upgrade' as const,
    wanted: [
      onFirst('PreClusterUpgrade'),
      onAll('PreUpgrade'),
      onAll('PostUpgrade'),
      onFirst('PostClusterUpgrade'),
    ],
  },
  { is: 'delete' as const, wanted: [onFirst('PreClusterDelete'), onFirst('PostClusterDelete')] },
])('the hooks of $is run in order, each where it belongs', async ({ is, wanted }) => {
  const lines = await did(is)
  // Machines run a hook at the same time: their lines may change places.
  const sorted = wanted.map((own) => own.toSorted())
  let from = 0
  const found = sorted.map((own) => {
    const part = lines.slice(from, from + own.length).toSorted()
    from += own.length
    return part
  })
  expect(found).toEqual(sorted)
  expect(lines).toHaveLength(from)
})

test('every hook of a cluster is a condition of the shipped provider', async () => {
  const { file } = await hooksAlone()
  const found = providerOperations.flatMap((is) => file[is].map(({ hook }) => hook))
  expect(new Set(found)).toEqual(new Set(names))
  expect(found).toHaveLength(names.length)
})
