import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'

// Both programs read a release that helm installed; the clock and the server's counters are all
// that may differ.
const helm = findOracle('helm4')
const namespace = 'cli-reading'

let folder = ''
let home: HelmHome
let kubeconfig = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-reading-'))
  home = await makeHelmHome()
  kubeconfig = (await sharedControlPlane()).kubeconfig
  const chart = join(folder, 'web')
  await byHelm(['create', chart])
  const where = ['-n', namespace, '--create-namespace']
  await byHelm(['install', 'web', chart, '--set', 'replicaCount=2', '-l', 'team=a', ...where])
  await byHelm(['upgrade', 'web', chart, '--set', 'replicaCount=1,a.b=<x>', '-n', namespace])
  await byHelm(['install', 'second', chart, '--description', 'of <its> own', ...where])
})
afterAll(async () => {
  for (const name of ['web', 'second']) await byHelm(['uninstall', name, '-n', namespace])
  await home.remove()
  await rm(folder, { recursive: true })
})

async function byHelm(words: readonly string[]) {
  return await home.helm(helm, [...words, '--kubeconfig', kubeconfig])
}

const lines = [
  'list',
  'list -o json',
  'ls -o yaml',
  'list -q',
  'list -q -o json',
  'list --no-headers',
  'list --failed',
  'list --superseded',
  'list -l team=a',
  'list -f ^w',
  'list -d -r',
  'list -m 1 --offset 1',
  'list --time-format 2006-01-02',
  'history web',
  'history web -o json',
  'history web -o yaml',
  'history web --max 1',
  'history none',
  'get values web',
  'get values web -a',
  'get values web -o json',
  'get values second',
  'get values second -o yaml',
  'get values web --revision 1',
  'get values web --revision 7',
  'get manifest web',
  'get notes web',
  'get hooks web',
  'get metadata web',
  'get metadata web -o json',
  'get metadata web -o yaml',
  'get all web',
  'status web',
  'status web --revision 1',
  'status web -o json',
  'status web -o yaml',
  'status none',
]

test.each(lines)('prints what helm prints for: %s', async (line) => {
  const words = [...line.split(' '), '-n', namespace]
  const ours = await runCli([...words, '--kubeconfig', kubeconfig])
  const theirs = await byHelm(words)
  expect(even(ours.stdout)).toBe(even(theirs.stdout))
  expect(ours.exitCode).toBe(theirs.exitCode)
})

/** Helm prints the kinds of `status` in another order every time, and ages go on. */
function even(text: string): string {
  const [head = '', ...sections] = text
    .replaceAll(/"?resourceVersion"?: ?"\d+"/g, 'resourceVersion')
    .replaceAll(/ +(\d+[dhms])+$/gm, ' <age>')
    .split(/^(?===> )/m)
  const [last = '', ...rest] = sections.toReversed()
  const [own = '', after = ''] = last.split(/\n\n\n|\n\n(?=NOTES|TEST)/)
  return [head, ...[...rest.map((one) => one.trimEnd()), own.trimEnd()].toSorted(), after].join(
    '\n',
  )
}
