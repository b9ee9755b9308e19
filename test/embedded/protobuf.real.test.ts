import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import { findOracle } from '../oracles/find.ts'
import type { OracleName } from '../oracles/catalogue.ts'
import { serveEmbedded, type EmbeddedServer } from './serve.ts'

// These programs write the kinds that they know as protobuf.

let embedded: EmbeddedServer

beforeAll(async () => {
  embedded = await serveEmbedded()
})

afterAll(() => embedded.stop())

async function run(oracle: OracleName, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, KUBECONFIG: embedded.kubeconfig, HOME: embedded.folder }
  const { stdout } = await promisify(execFile)(findOracle(oracle), args, { env })
  return stdout.trim()
}

test.each(['kubectl-1.29', 'kubectl-1.33', 'kubectl-1.36'] as const)(
  '%s creates, scales and deletes',
  async (kubectl) => {
    const name = kubectl.replace('.', '-')
    await run(kubectl, 'create', 'deployment', name, '--image=nginx', '--port=80')
    await run(kubectl, 'create', 'secret', 'generic', name, '--from-literal=a=b')
    await run(kubectl, 'create', 'cronjob', name, '--image=a', '--schedule=* * * * *')
    expect(await run(kubectl, 'scale', 'deployment', name, '--replicas=3')).toMatch(/scaled$/)
    const path = '-ojsonpath={.spec.replicas} {.spec.template.spec.containers[0].ports[0]}'
    const seen = await run(kubectl, 'get', 'deployment', name, path)
    expect(seen).toBe('3 {"containerPort":80,"protocol":"TCP"}')
    expect(await run(kubectl, 'get', 'secret', name, '-ojsonpath={.data.a}')).toBe('Yg==')
    expect(await run(kubectl, 'auth', 'can-i', 'create', 'pods')).toBe('yes')
    expect(await run(kubectl, 'delete', 'deployment', name)).toContain('deleted')
  },
)

test.each(['helm3', 'helm4'] as const)('%s installs, upgrades and uninstalls', async (helm) => {
  const chart = join(embedded.folder, `chart-${helm}`)
  await cp(fileURLToPath(new URL('../charts/charts/agent', import.meta.url)), chart, {
    recursive: true,
  })
  expect(await run(helm, 'install', helm, chart)).toContain('STATUS: deployed')
  expect(await run(helm, 'upgrade', helm, chart)).toContain('REVISION: 2')
  expect(await run(helm, 'rollback', helm, '1')).toContain('Rollback was a success')
  expect(await run(helm, 'list', '-q')).toBe(helm)
  expect(await run(helm, 'uninstall', helm)).toContain('uninstalled')
})
