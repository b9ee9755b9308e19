import { expect, test } from 'vitest'
import { toBytes } from '../formats/go-string.ts'
import { buildKustomization, printObjects } from './build.ts'
import { buildWithRemotes, type FetchRemote } from './build-with-remotes.ts'
import { KustomizeError } from './errors.ts'
import { limits } from './limits.ts'
import { memoryTree, treeLoader, type Remotes } from './tree-loader.ts'

const object = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`

function tree(files: Readonly<Record<string, string>>): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(files).map(([path, text]) => [path, toBytes(text)]))
}

function building(files: Readonly<Record<string, string>>) {
  return (remotes: Remotes) =>
    printObjects(
      buildKustomization(
        treeLoader({
          tree: memoryTree(tree(files)),
          root: '/app',
          remotes,
          restriction: 'root-only',
        }),
      ),
    )
}

test('fetches a file and a repository, each once', async () => {
  const asked: string[] = []
  const fetch: FetchRemote = async ({ url, as }) => {
    asked.push(url)
    if (as === 'file') {
      if (url.includes('github')) throw new KustomizeError('missing', 'a page')
      return { file: toBytes(object('file')) }
    }
    const remote = tree({
      '/r/a/kustomization.yaml': 'resources: [o.yaml]\n',
      '/r/a/o.yaml': object('repo'),
    })
    return { folder: { files: remote, folder: '/r/a', top: '/r' } }
  }
  const file = 'https://host.example/o.yaml'
  const repository = 'https://github.com/org/repo/a?ref=v1'
  const build = building({
    '/app/kustomization.yaml': `namePrefix: p-\nresources: [${file}, "${repository}"]\n`,
  })
  expect(await buildWithRemotes(build, fetch)).toBe(`${object('p-file')}---\n${object('p-repo')}`)
  expect(asked).toEqual([file, repository, repository])
})

test('a repository keeps its bases inside', async () => {
  const remote = tree({
    '/r/a/kustomization.yaml': 'resources: [../../outside]\n',
    '/outside/kustomization.yaml': 'namePrefix: x\n',
  })
  const fetch: FetchRemote = async ({ as }) => {
    if (as === 'file') throw new KustomizeError('missing', 'a page')
    return { folder: { files: remote, folder: '/r/a', top: '/r' } }
  }
  const build = building({
    '/app/kustomization.yaml': 'resources: ["https://github.com/org/repo/a"]\n',
  })
  await expect(buildWithRemotes(build, fetch)).rejects.toThrow(
    "security; base '/outside' is outside of its repository",
  )
})

const numbered: FetchRemote = async ({ url }) => ({
  file: toBytes(object(`o${url.replaceAll(/\D/g, '')}`)),
})

test('gives up after so many loads', async () => {
  const urls = Array.from(
    { length: limits.remoteLoads + 1 },
    (_, index) => `https://host.example/${index}.yaml`,
  )
  const build = building({
    '/app/kustomization.yaml': `resources:\n${urls.map((url) => `- ${url}\n`).join('')}`,
  })
  await expect(buildWithRemotes(build, numbered)).rejects.toThrow(
    `a build may load ${limits.remoteLoads} things from elsewhere`,
  )
})

test('kustomizations that are nested too deep are refused', () => {
  const files: Record<string, string> = {}
  for (let depth = 0; depth < limits.depth + 3; depth++)
    files[`/app${'/d'.repeat(depth)}/kustomization.yaml`] = 'resources: [d]\n'
  const build = building(files)
  const nothing = { files: new Map(), folders: new Map(), charts: new Map() }
  expect(() => build(nothing)).toThrow(`nested more than ${limits.depth} deep`)
})

test.each([
  [
    'resources: [a.yaml]\n',
    "accumulating resources from 'a.yaml': malformed YAML: yaml: line 2: did not find expected ',' or ']' (line 2 of the file)",
  ],
  [
    'resources: [nothing.yaml]\n',
    "accumulating resources from 'nothing.yaml': there is no file '/app/nothing.yaml'; must build at directory: '/app/nothing.yaml' is none",
  ],
  [
    'resource: [a.yaml]\n',
    '/app/kustomization.yaml: invalid Kustomization: error unmarshaling JSON: while decoding JSON: json: unknown field "resource"',
  ],
])('an error names the file, the line and what was wanted: %s', (kustomization, message) => {
  const build = building({
    '/app/kustomization.yaml': kustomization,
    '/app/a.yaml': 'a: [\nb: c\n',
  })
  const nothing = { files: new Map(), folders: new Map(), charts: new Map() }
  expect(() => build(nothing)).toThrow(message)
})
