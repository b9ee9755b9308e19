// The package as its users have it: packed, installed into an empty folder, its first examples run as printed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveSandbox } from '../../src/sandbox/serve-sandbox.ts'
import { findOracle } from '../oracles/find.ts'
import { installPacked, runThere } from './pack-outrigger.ts'

let folder: string
beforeAll(async () => {
  folder = await installPacked()
  for (const name of ['helm', 'kube', 'sandbox', 'sdk']) {
    await writeFile(join(folder, `${name}.ts`), await firstExample(name))
  }
}, 600_000)
afterAll(() => rm(dirname(folder), { recursive: true, force: true }))

/** The first block of code on the page of an entry point, as it is installed. */
async function firstExample(name: string): Promise<string> {
  const page = join(folder, 'node_modules/outrigger/docs/packages', `${name}.md`)
  const code = /```ts\n([\s\S]*?)```/.exec(await readFile(page, 'utf8'))?.[1]
  if (code === undefined) throw new Error(`${page} has no example`)
  return code
}

const rendered = `---
# Source: web/templates/a.yaml
kind: ConfigMap
data: {n: "3"}
`

const nodes = [
  { node: 'Node 26', program: () => process.execPath },
  { node: 'Node 24', program: () => findOracle('node24') },
]
const examples = [
  { name: 'helm', prints: `${rendered}\n` },
  { name: 'kube', prints: 'default kube-node-lease kube-public kube-system\n' },
  { name: 'sandbox', prints: 'demo\n' },
]
test.each(nodes.flatMap((one) => examples.map((example) => ({ ...one, ...example }))))(
  'the first example of outrigger/$name runs under $node',
  async ({ name, prints, program }) => {
    const home = await mkdtemp(join(tmpdir(), 'outrigger-sandbox-'))
    const served = await serveSandbox({ folder: home, port: 0, name: 'example' })
    try {
      const kubeconfig = join(home, 'kubeconfig')
      await writeFile(kubeconfig, served.kubeconfig)
      const result = await runThere(folder, [program(), `${name}.ts`], { KUBECONFIG: kubeconfig })
      expect(result.output).toBe(prints)
      expect(result.ok).toBe(true)
    } finally {
      await served.stop()
      await rm(home, { recursive: true, force: true })
    }
  },
)

test('the example of an operator keeps every rule of the kit with the installed package', async () => {
  const example = join(import.meta.dirname, '../../examples/operator-typescript/operator.ts')
  await writeFile(join(folder, 'operator.ts'), await readFile(example, 'utf8'))
  const outrigger = join(import.meta.dirname, '../../src/cli/main.ts')
  const words = ['expansion', 'operator', 'test', `exec '${process.execPath}' operator.ts`]
  const more = ['--condition', 'EnsureMetricsServer']
  const result = await runThere(folder, [process.execPath, outrigger, ...words, ...more])
  expect(result.output).not.toContain('broken')
  expect(result).toMatchObject({ ok: true })
}, 240_000)

test('the examples pass the compiler with the types of the package', async () => {
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const types = join(import.meta.dirname, '../../node_modules/@types')
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext']
  const words = [
    process.execPath,
    compiler,
    ...flags,
    '--typeRoots',
    types,
    '--types',
    'node',
  ] as const
  const result = await runThere(folder, [...words, 'helm.ts', 'kube.ts', 'sandbox.ts', 'sdk.ts'])
  expect(result.output).toBe('')
  expect(result.ok).toBe(true)
})

test('nothing but the entry points can be imported', async () => {
  const code = "import('outrigger/dist/lib/kube.js').catch((error) => console.log(error.code))"
  const { output } = await runThere(folder, [process.execPath, '-e', code])
  expect(output).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n')
})

test('the first example of outrigger/helm runs in Chromium under a strict policy', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'helm.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    write: false,
  })
  const policy = "default-src 'none'; script-src 'self'; base-uri 'none'"
  const html = '<!doctype html><title>helm</title><script type="module" src="/page.js"></script>'
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? outputFiles[0]?.text : html)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const browser = await chromium.launch({
    executablePath: findOracle('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    const printed = page.waitForEvent('console')
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect((await printed).text()).toBe(rendered)
  } finally {
    await browser.close()
    server.close()
  }
})
