import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { siteOfText } from '../../expansion/merge/read-site.ts'
import type { ProviderOperation } from '../../kinds/provider/provider-file.ts'
import { systemClock } from '../../std/clock.ts'
import { SiteError } from '../errors.ts'
import type { Answer, Operators } from './delegated-marks.ts'
import { folderFiles } from './folder-files.ts'
import { fileJournal } from '../journal/file-journal.ts'
import { readProvider } from '../provider/read-provider.ts'
import { localRunner } from '../runner/local-runner.ts'
import { clusterPlan } from './cluster-plan.ts'
import { operationName, runConditions } from './run-conditions.ts'

const never = new AbortController().signal
const providerText = `
name: demo
version: 1.0.0
prelude: prelude.sh
files: [{src: conf/demo.conf, dst: "@FOLDER@/made/demo.conf"}]
create:
  - {name: EnsureCopyFiles, scope: cluster, copyFiles: true}
  - {name: EnsurePreInstallHook, hook: PreInstall}
  - {name: EnsureKubelet, script: scripts/kubelet.sh, mayBeDelegated: true, delegatedSeconds: 1, check: 'note check; . "$FAIL"'}
  - {name: EnsureCerts, scope: first-control-plane, command: 'note; echo "secret of $OUTRIGGER_MACHINE"', output: ca_key}
  - {name: EnsureUse, scope: joining, command: 'note "$OUTRIGGER_OUTPUT_CA_KEY"'}
  - {name: EnsureGalaxy, scope: cluster, nothing: an extension brings it}
delete:
  - {name: EnsureRemoveMachine, command: note}
  - {name: EnsureRemoveNode, scope: first-control-plane, command: 'note "$OUTRIGGER_LEAVING_NAMES"'}
`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operation-'))
  await mkdir(join(folder, 'provider/scripts'), { recursive: true })
  await mkdir(join(folder, 'provider/conf'))
  await mkdir(join(folder, 'files/tree'), { recursive: true })
  const at = (name: string) => join(folder, name)
  await writeFile(at('provider/provider.yaml'), providerText.replaceAll('@FOLDER@', folder))
  await writeFile(
    at('provider/prelude.sh'),
    'set -eu\nnote() { echo "$NAME $OUTRIGGER_MACHINE $*" >>"$LOG"; }\nNAME=${NAME:-step}\n',
  )
  await writeFile(at('provider/scripts/kubelet.sh'), 'note; . "$FAIL"\n')
  await writeFile(at('provider/conf/demo.conf'), 'demo\n')
  await writeFile(at('files/tree/a'), 'a\n')
  await writeFile(at('files/hook'), '#!/bin/sh\necho "hook $OUTRIGGER_MACHINE $*" >>"$LOG"\n')
  await writeFile(at('fail'), '')
})
afterEach(() => rm(folder, { recursive: true }))

const site = (more = '') => `
cluster:
  name: global
  version: 1.36.3
  machines:
    - {ip: 198.18.0.11}
    - {ip: 198.18.0.12}
    - {ip: 198.18.0.13, role: worker}
  features:
    files:
      - {src: tree, dst: "${folder}/made/tree"}
      - {src: hook, dst: "${folder}/made/hook"}
    hooks: {PreInstall: "${folder}/made/hook --now"}
${more}`

const done: Answer = { status: 'True', reason: 'Painted', message: 'blue' }
const silent: Answer = { status: 'False', reason: 'Delegated', message: '' }

async function run(
  text = site(),
  is: ProviderOperation = 'create',
  answer: Answer = silent,
  ask: Operators['ask'] = async () => undefined,
) {
  const { plan } = clusterPlan(siteOfText(text, 'site.yaml').site)
  const env = { ...process.env, LOG: join(folder, 'log'), FAIL: join(folder, 'fail') }
  const lines: string[] = []
  const journal = fileJournal(folder)
  const progress = await runConditions(
    {
      clock: systemClock,
      provider: await readProvider(join(folder, 'provider'), undefined, never),
      journal,
      read: async () => ({ is, plan, leaving: plan.machines.slice(2) }),
      runnerFor: async () => localRunner(env),
      local: localRunner(env),
      files: folderFiles(join(folder, 'files')),
      operators: { ask, answers: async () => new Map([['EnsureKubelet', { ...answer }]]) },
      onLine: (condition, machine, line) => lines.push(`${condition} ${machine} ${line}`),
      onProgress: () => undefined,
    },
    never,
  )
  const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
  await rm(join(folder, 'log'), { force: true })
  const did = log.trim().split('\n').toSorted()
  const mark = progress.marks.find(({ step }) => step === progress.at)
  return { state: progress.state, at: progress.at, message: mark?.message, did, lines, journal }
}

describe('an operation', () => {
  test('brings its conditions about where they belong, and hands outputs on', async () => {
    const { state, did, journal } = await run()
    expect(state).toBe('done')
    expect(did).toEqual([
      'hook 198.18.0.11 --now cluster=global',
      'hook 198.18.0.12 --now cluster=global',
      'hook 198.18.0.13 --now cluster=global',
      'step 198.18.0.11 ',
      'step 198.18.0.11 ',
      'step 198.18.0.12 ',
      'step 198.18.0.12 secret of 198.18.0.11',
      'step 198.18.0.13 ',
      'step 198.18.0.13 secret of 198.18.0.11',
    ])
    expect(await readFile(join(folder, 'made/demo.conf'), 'utf8')).toBe('demo\n')
    expect(await readFile(join(folder, 'made/tree/a'), 'utf8')).toBe('a\n')
    const { outputs } = await journal.secrets('global', never)
    expect(outputs).toEqual({ ca_key: 'secret of 198.18.0.11\n' })
  })

  test('does nothing a second time, and on a machine that came only what is missing there', async () => {
    await run()
    expect((await run()).did).toEqual([''])
    const grown = site().replace(
      '  features:',
      '    - {ip: 198.18.0.14, role: worker}\n  features:',
    )
    expect((await run(grown)).did).toEqual([
      'hook 198.18.0.14 --now cluster=global',
      'step 198.18.0.14 ',
      'step 198.18.0.14 secret of 198.18.0.11',
    ])
  })

  test('ends where a script says that only a person can help, and goes on from there', async () => {
    await writeFile(
      join(folder, 'fail'),
      'if [ "$OUTRIGGER_MACHINE" = 198.18.0.12 ]; then echo "too small, $OUTRIGGER_TOKEN" >&2; exit 3; fi\n',
    )
    const stopped = await run()
    expect(stopped).toMatchObject({ state: 'failed', at: 'EnsureKubelet' })
    expect(stopped.message).toBe('198.18.0.12: too small, ***')
    expect(stopped.lines).toEqual(['EnsureKubelet 198.18.0.12 too small, ***'])
    await writeFile(join(folder, 'fail'), '')
    expect((await run()).state).toBe('failed')
    const { plan } = clusterPlan(siteOfText(site(), 'site.yaml').site)
    await stopped.journal.forgetFailures(operationName({ is: 'create', plan }), never)
    const resumed = await run()
    expect(resumed.state).toBe('done')
    expect(resumed.did.filter((line) => line === 'step 198.18.0.12 ')).toHaveLength(1)
    expect(resumed.did.filter((line) => line === 'step 198.18.0.13 ')).toHaveLength(0)
  })

  test('waits for an operator, and names the condition that nobody finished', async () => {
    const text = site('    delegateConditions: [EnsureKubelet]')
    expect(await run(text)).toMatchObject({
      state: 'failed',
      at: 'EnsureKubelet',
      message:
        'the operator that EnsureKubelet was delegated to did not finish it within 1 seconds',
    })
  })

  test.each([
    {
      name: 'goes on when its operator is done',
      answer: done,
      state: 'done',
      at: undefined,
      message: undefined,
    },
    {
      name: 'stops when its operator cannot do it',
      answer: { status: 'False', reason: 'Failed', message: 'no driver' },
      state: 'failed',
      at: 'EnsureKubelet',
      message: 'no driver',
    },
  ])('$name', async ({ answer, state, at, message }) => {
    const text = site('    delegateConditions: [EnsureKubelet]')
    const end = await run(text, 'create', answer)
    expect(end).toMatchObject({ state, at, message })
    expect(end.did.some((line) => line === 'step 198.18.0.12 ')).toBe(false)
  })

  test('asks its operator again when a late word took the question away', async () => {
    const text = site('    delegateConditions: [EnsureKubelet]')
    const shown = { status: 'Unknown', reason: 'Waiting', message: 'waits for EnsureCerts' }
    const asked: string[] = []
    const ask = async (condition: string) => {
      asked.push(condition)
      if (asked.length === 2) Object.assign(shown, done)
    }
    expect(await run(text, 'create', shown, ask)).toMatchObject({ state: 'done' })
    expect(asked).toEqual(['EnsureKubelet', 'EnsureKubelet'])
  })

  test('is not held by the word of an operator that lies: the check is asked', async () => {
    const text = site('    delegateConditions: [EnsureKubelet]')
    const fail =
      'if [ "$OUTRIGGER_MACHINE" = 198.18.0.12 ]; then echo "no kubelet here" >&2; exit 1; fi\n'
    await writeFile(join(folder, 'fail'), fail)
    expect(await run(text, 'create', done)).toMatchObject({
      state: 'failed',
      at: 'EnsureKubelet',
      message: 'its operator says True (blue), and the check on 198.18.0.12 says: no kubelet here',
    })
  })

  test('of another kind has conditions and lists of its own', async () => {
    const text = site('    skipConditions: [EnsureKubelet]')
    expect((await run(text, 'delete')).did).toEqual([
      'step 198.18.0.11 ',
      'step 198.18.0.11 198.18.0.13',
      'step 198.18.0.12 ',
      'step 198.18.0.13 ',
    ])
  })

  test.each([
    {
      name: 'a condition that there is not',
      more: '    skipConditions: [EnsureKubelets]',
      problem: 'EnsureKubelets is not a condition of demo; did you mean EnsureKubelet?',
    },
    {
      name: 'a condition that may not be delegated',
      more: '    delegateConditions: [EnsureCerts]',
      problem: 'EnsureCerts cannot be delegated; these can: EnsureKubelet',
    },
  ])('refuses a list with $name', async ({ more, problem }) => {
    await expect(run(site(more))).rejects.toThrow(new SiteError('bad-site', problem))
  })

  test.each([
    { name: 'is missing', src: 'nowhere', problem: 'features.files: nowhere is not in' },
    { name: 'lies outside', src: '../provider', problem: 'features.files: ../provider leads out' },
  ])('refuses a file that $name', async ({ src, problem }) => {
    const stopped = await run(site().replace('src: tree', `src: ${src}`))
    expect(stopped).toMatchObject({ state: 'failed', at: 'EnsureCopyFiles' })
    expect(stopped.message).toContain(problem)
  })
})
