import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { type OpenStage, type TestPlatform, openTestPlatform } from './open-test-platform.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let platform: TestPlatform
let stage: OpenStage
beforeAll(async () => {
  platform = await openTestPlatform()
  stage = await platform.openStage({})
})
afterAll(async () => {
  await stage.close()
  await platform.close()
})

function outrigger(...words: readonly string[]) {
  return runCli(words, { environment: { KUBECONFIG: stage.kubeconfig } })
}

test('an upgrade is rehearsed and its first phase carried out on the command line', async () => {
  const { namespace, words } = stage
  const source = (version: string, kubernetes: string) =>
    `repo=${words?.['charts'] ?? ''},name=config,chartVersion=${version},kubernetes=${kubernetes}`
  const done = async (...command: readonly string[]) =>
    expect(await outrigger(...command)).toMatchObject({ exitCode: 0 })
  await done('cluster', 'create', 'here', '--in-cluster', '--wait', '-q')
  const sources = [source('1.0.0', '<1.37'), source('2.0.0', '>=1.37')]
  const given = sources.flatMap((one) => ['--source', one])
  await done('extension', 'create', 'colours', ...given, '--wait', '-q')
  await done('instance', 'create', 'web', '--extension', 'colours', '--wait', '-q')

  const rehearse = ['cluster', 'rehearse', 'here', '--kubernetes', '1.37', '--exit-code'] as const
  const told = await outrigger(...rehearse)
  expect(told).toMatchObject({ exitCode: 3 })
  expect(told.stdout).toContain('Cluster here: Kubernetes 1.36 → 1.37\n')
  expect(told.stdout).toContain('after the upgrade:\n')
  expect(told.stdout).toContain(`  ${namespace}/web 1.0.0 → 2.0.0 (`)
  expect(told.stdout).toContain('~ data.version: "1.0.0" → "2.0.0"\n')
  const { stdout } = await outrigger(...rehearse, '-o', 'json')
  expect(JSON.parse(stdout)).toMatchObject({
    cluster: 'here',
    blocked: false,
    instances: [
      { instance: `${namespace}/web`, extension: 'colours', after: { because: 'source' } },
    ],
  })

  const carry = ['cluster', 'upgrade-extensions', 'here', '--phase'] as const
  const before = await outrigger(...carry, 'before', '--kubernetes', '1.37')
  expect(before).toMatchObject({ exitCode: 0 })
  expect(before.stdout).toBe(
    'cluster/here is about to be Kubernetes 1.37\neverything that moves before the upgrade has moved\n',
  )
  const after = await outrigger(...carry, 'after')
  expect(after).toMatchObject({ exitCode: 1 })
  expect(after.stderr).toContain('cluster here is Kubernetes 1.36, not 1.37: upgrade it first')
  // What the cluster is already is in nobody's way.
  await done('cluster', 'rehearse', 'here', '--kubernetes', '1.36')
})
