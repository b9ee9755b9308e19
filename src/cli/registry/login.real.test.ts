import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { startBasicAuthServer } from '../../../test/registry/basic-auth-server.ts'
import type { ScriptedServer } from '../../../test/registry/scripted-server.ts'

const helm = findOracle('helm4')

let server: ScriptedServer
beforeAll(async () => {
  server = await startBasicAuthServer('me', 'secret')
})
afterAll(() => server.stop())

type Step = readonly ['login' | 'logout', ...string[]]

const stories: readonly { readonly name: string; readonly steps: readonly Step[] }[] = [
  { name: 'a login', steps: [['login', '-u', 'me', '--plain-http', '--password-stdin']] },
  {
    name: 'a login and a logout',
    steps: [['login', '-u', 'me', '--plain-http', '--password-stdin'], ['logout']],
  },
  { name: 'a logout of nobody', steps: [['logout']] },
  {
    name: 'the same login twice',
    steps: [
      ['login', '-u', 'me', '--plain-http', '--password-stdin'],
      ['login', '-u', 'me', '--plain-http', '--password-stdin'],
    ],
  },
]

describe.each(stories)('$name', ({ steps }) => {
  test('prints and leaves what helm prints and leaves', async () => {
    const words = steps.map(([verb, ...rest]) => ['registry', verb, server.host, ...rest])
    const theirs = await play((home, line) => home.helm(helm, line, 'secret\n'), words)
    const ours = await play((home, line) => home.ours(line, { stdin: 'secret\n' }), words)
    expect(ours).toEqual(theirs)
  })
})

type Run = (
  home: HelmHome,
  line: readonly string[],
) => Promise<{ exitCode: number; stdout: string }>

async function play(run: Run, lines: readonly (readonly string[])[]) {
  const home = await makeHelmHome()
  try {
    const printed: string[] = []
    for (const line of lines) {
      const { exitCode, stdout } = await run(home, line)
      printed.push(`${exitCode} ${stdout}`)
    }
    return { printed, ...(await look(join(home.folder, 'config', 'registry', 'config.json'))) }
  } finally {
    await home.remove()
  }
}

async function look(path: string) {
  try {
    return { text: await readFile(path, 'utf8'), mode: (await stat(path)).mode }
  } catch (error) {
    return { missing: (error as NodeJS.ErrnoException).code }
  }
}
