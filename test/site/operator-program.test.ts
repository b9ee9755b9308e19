import { readFile, readdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeFiles } from '../../src/expansion/package-for-test.ts'
import { isSameProcess } from '../../src/std/node/process-identity.ts'
import { SiteStage } from './site-stage.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const root = resolve(import.meta.dirname, '../..')
let stage: SiteStage

// Its conditions are about no machine: they run beside the installer. One behind the delegated one goes on waiting.
const provider = `name: desk
version: 1.0.0
create:
  - {name: EnsureKubelet, scope: cluster, command: 'echo kubelet >>"$OUTRIGGER_SITE_FOLDER/log"'}
  - {name: EnsureStoreCredential, scope: cluster, command: 'cat "$OUTRIGGER_SITE_FOLDER/given.kubeconfig"', output: kubeconfig}
  - {name: EnsurePostInstallHook, scope: cluster, nothing: nobody asked, mayBeDelegated: true, delegatedSeconds: 120}
  - {name: EnsureAfter, scope: cluster, command: 'echo after >>"$OUTRIGGER_SITE_FOLDER/log"'}
`

// Dies once in the middle of its work: the installer starts it again.
const operator = `import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToCluster, runConditionOperator } from '${root}/src/sdk/sdk.ts'

const folder = process.env.OUTRIGGER_SITE_FOLDER
const { client } = await connectToCluster({ environment: process.env })
const conditions = {
  EnsurePostInstallHook: async ({ report }) => {
    await report('paints')
    const mark = join(folder, 'died')
    if (!existsSync(mark)) {
      writeFileSync(mark, '')
      process.kill(process.pid, 'SIGKILL')
    }
    appendFileSync(join(folder, 'log'), 'painted with ' + existsSync(process.env.OUTRIGGER_SHARED_FOLDER) + '\\n')
    return 'blue'
  },
}
const stopping = new AbortController()
process.once('SIGTERM', () => process.exit(0))
await runConditionOperator(client, { name: 'painter', conditions, leaseSeconds: 2 }, stopping.signal)
`

beforeAll(async () => {
  stage = await SiteStage.open()
  await stage.write('given.kubeconfig', await readFile(stage.sandbox.kubeconfig, 'utf8'))
  await stage.write('providers/desk/provider.yaml', provider)
  await stage.write(
    'site.yaml',
    'cluster: {provider: desk, version: 1.36.3, machines: [{ip: 198.18.0.11}]}\n',
  )
  await writeFiles(stage.path('expansion'), {
    'expansion.yaml': `expansion_name: yard
expansion_version: 1.0.0
operator: operator/run
create_cluster_delegate_conditions: [EnsurePostInstallHook]
`,
    'operator/operator.mts': operator,
  })
  await stage.write(
    'expansion/operator/run',
    `#!/bin/sh\nexec '${process.execPath}' "\${0%/*}/operator.mts"\n`,
    0o755,
  )
})
afterAll(() => stage.close())

async function running(): Promise<{ pid: number; sign: string; kubeconfig: string }> {
  return JSON.parse(await readFile(stage.path('state/operator.json'), 'utf8'))
}

test('a program that is not executable is refused before anything is done', async () => {
  await stage.write('expansion/operator/other', '')
  const text = await readFile(stage.path('expansion/expansion.yaml'), 'utf8')
  await stage.write('expansion/expansion.yaml', text.replace('operator/run', 'operator/other'))
  const ended = await stage.run('install', stage.path(''))
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('operator/other is not executable; chmod +x it')
  expect(existsSync(stage.path('log'))).toBe(false)
  await stage.write('expansion/expansion.yaml', text)
})

test('the program of a package answers for the first cluster, and is started again when it dies', async () => {
  const ended = await stage.run('resume', stage.path(''), '--verbose')
  expect(ended.stderr).toContain('the operator of the package has ended, and is started again')
  expect(ended.stdout).toContain('the platform is installed')
  expect(await readFile(stage.path('log'), 'utf8')).toBe('kubelet\npainted with true\nafter\n')
})

test('it runs on beside the platform with the kubeconfig of the new cluster', async () => {
  const { pid, sign, kubeconfig } = await running()
  expect(isSameProcess(pid, sign)).toBe(true)
  expect(kubeconfig).toBe(stage.path('conf/admin.kubeconfig'))
  expect(await readdir(stage.path('state/operators'))).toHaveLength(1)
})

test('it ends with the platform', async () => {
  const { pid, sign } = await running()
  expect((await stage.run('stop', stage.path(''))).stdout).toBe('the platform has ended\n')
  expect(isSameProcess(pid, sign)).toBe(false)
})
