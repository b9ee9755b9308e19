import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../tools/run-command.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'outrigger-sandboxes-'))
})
afterAll(async () => {
  for (const name of ['one', 'two']) await outrigger('sandbox', 'stop', name)
  await rm(home, { recursive: true, force: true })
}, 60_000)

/** A process of its own: a sandbox outlives the command that starts it. */
async function outrigger(...words: readonly string[]) {
  const { ok, output } = await runCommand(process.execPath, [main, ...words], {
    output: 'capture',
    limitSeconds: 60,
    env: { ...process.env, OUTRIGGER_SANDBOXES: home, HOME: home, KUBECONFIG: '' },
  })
  return { ok, output }
}

test('sandboxes run side by side, keep what they hold, and are upgraded', async () => {
  const first = await outrigger(
    'sandbox',
    'start',
    'one',
    '--kubernetes',
    '1.33',
    '-d',
    '-o',
    'json',
  )
  expect(JSON.parse(first.output)).toMatchObject({
    name: 'one',
    state: 'running',
    kubernetes: '1.33',
  })
  expect(await outrigger('sandbox', 'start', 'two', '--detach', '--nodes', '1')).toMatchObject({
    ok: true,
  })
  expect((await outrigger('sandbox', 'list', '-o', 'name')).output).toBe(
    'sandbox/one\nsandbox/two\n',
  )

  const kubeconfig = (await outrigger('sandbox', 'kubeconfig', 'one', '--path')).output.trim()
  const release = (...words: string[]) => outrigger('release', ...words, '--kubeconfig', kubeconfig)
  expect(await outrigger('chart', 'create', join(home, 'demo'))).toMatchObject({ ok: true })
  const installed = await release(
    'install',
    'web',
    join(home, 'demo'),
    '--wait',
    '--timeout',
    '60s',
  )
  expect(installed.output).toContain('STATUS: deployed')

  expect(await outrigger('sandbox', 'upgrade', 'one', '--kubernetes', '1.34')).toMatchObject({
    output: 'sandbox "one" is Kubernetes 1.34 now, after 1.33\n',
  })
  expect((await outrigger('sandbox', 'upgrade', 'one', '--kubernetes', '1.30')).ok).toBe(false)
  expect((await outrigger('sandbox', 'reset', 'one')).output).toContain('runs;')
  expect(await outrigger('sandbox', 'stop', 'one')).toMatchObject({
    output: 'sandbox "one" stopped\n',
  })
  expect(await outrigger('sandbox', 'start', 'one', '-d')).toMatchObject({ ok: true })
  expect((await release('list', '-q')).output).toBe('web\n')

  await outrigger('sandbox', 'stop', 'one')
  expect(await outrigger('sandbox', 'reset', 'one')).toMatchObject({
    output: 'sandbox "one" is empty\n',
  })
}, 300_000)

test.each([
  { words: ['start', 'No Name'], says: 'is not a name for a sandbox' },
  { words: ['start', '--kubernetes', '1.12'], says: '1.29 to 1.36' },
  { words: ['start', '--kubernetes', 'new'], says: 'give one such as 1.36' },
  { words: ['status', 'nowhere'], says: 'there is no sandbox "nowhere"' },
  { words: ['upgrade'], says: '--kubernetes' },
])('sandbox $words is refused: $says', async ({ words, says }) => {
  const { ok, output } = await outrigger('sandbox', ...words)
  expect(ok).toBe(false)
  expect(output).toContain(says)
})
