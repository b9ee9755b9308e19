import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../../../../test/cli/make-package.ts'
import { play } from '../../../../test/cli/same-as-helm.ts'
import { startStaticServer } from '../../../../test/cli/static-server.ts'
import { type HelmHome, makeHelmHome } from '../../../../test/cli/temporary-helm-home.ts'
import { findOracle } from '../../../../test/oracles/find.ts'
import type { ScriptedServer } from '../../../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../../../test/registry/temporary-registry.ts'

const helm = findOracle('helm4')

let folder = ''
let server: ScriptedServer
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-dependencies-'))
  registry = await startTemporaryRegistry()
  const versions = ['1.0.0', '1.2.0', '2.0.0-rc.1', '2.0.0']
  const archives = versions.map((version) => makePackage(folder, { name: 'web', version }))
  makePackage(folder, { name: 'cache', version: '0.1.0+build.1' })
  const home = await makeHelmHome()
  await home.helm(helm, ['repo', 'index', folder])
  for (const path of archives) {
    await home.helm(helm, ['push', path, `oci://${host()}/charts`, '--plain-http'])
  }
  await home.remove()
  server = await startStaticServer(folder)
})
afterAll(async () => {
  await server.stop()
  await registry.stop()
  await rm(folder, { recursive: true })
})

interface Story {
  readonly name: string
  /** The entries of dependencies in Chart.yaml. */
  readonly dependencies: string
  readonly lines: readonly string[]
  /** More files, by their path in the chart. */
  readonly files?: Readonly<Record<string, string>>
  readonly archives?: readonly string[]
  readonly apiVersion?: string
}

const add = 'repo add one SERVER'
const up = 'dependency update HOME/chart'
const build = 'dependency build HOME/chart'

const stories: readonly Story[] = [
  {
    name: 'an added repository',
    dependencies: '- {name: web, version: ^1.0.0, repository: "SERVER"}',
    lines: [add, up, 'dependency list HOME/chart'],
  },
  {
    name: 'an added repository with a slash more',
    dependencies: '- {name: web, version: "*", repository: "SERVER/"}',
    lines: [add, up],
  },
  {
    name: 'names of a repository',
    dependencies:
      '- {name: web, version: 1.x, repository: "@one"}\n- {name: cache, version: 0.1.0, repository: "alias:one", condition: cache.enabled}',
    lines: [add, up, build],
  },
  {
    name: 'a name of nothing',
    dependencies: '- {name: web, version: 1.x, repository: "@none"}',
    lines: [add, `${up} --skip-refresh`],
  },
  {
    name: 'a repository that nobody added',
    dependencies: '- {name: web, version: "~1.2", repository: "SERVER"}',
    lines: [up, build],
  },
  {
    name: 'a registry',
    dependencies: '- {name: web, version: 1.2.0, repository: "oci://HOST/charts"}',
    lines: [`${up} --plain-http`, `${build} --plain-http`],
  },
  {
    name: 'a range in a registry',
    dependencies: '- {name: web, version: ">=1 <2", repository: "oci://HOST/charts"}',
    lines: [`${up} --plain-http`],
  },
  {
    name: 'a folder beside',
    dependencies: '- {name: side, version: 0.x.x, repository: "file://../side", alias: other}',
    lines: [up, up, build],
  },
  {
    name: 'a folder that is not there',
    dependencies: '- {name: side, version: 0.x.x, repository: "file://../none"}',
    lines: [up],
  },
  {
    name: 'a folder in another version',
    dependencies: '- {name: side, version: ^1.0.0, repository: "file://../side"}',
    lines: [up],
  },
  {
    name: 'a chart inside',
    dependencies:
      '- {name: inner, version: 0.1.0}\n- {name: web, version: ^1, repository: "SERVER"}',
    files: { 'charts/inner/Chart.yaml': 'apiVersion: v2\nname: inner\nversion: 0.1.0\n' },
    lines: [add, up],
  },
  {
    name: 'a chart inside that is not there',
    dependencies: '- {name: inner, version: 0.1.0}',
    lines: [up],
  },
  {
    name: 'the same chart twice',
    dependencies:
      '- {name: web, version: 1.2.0, repository: "SERVER"}\n- {name: web, version: 1.2.0, repository: "SERVER", alias: b}',
    lines: [add, up],
  },
  {
    name: 'archives that are outdated',
    dependencies: '- {name: web, version: ^1.0.0, repository: "SERVER"}',
    archives: ['web-1.0.0.tgz', 'cache-0.1.0+build.1.tgz'],
    lines: [add, up],
  },
  {
    name: 'a version that is not there',
    dependencies: '- {name: web, version: ^9, repository: "SERVER"}',
    archives: ['web-1.0.0.tgz'],
    lines: [add, up],
  },
  {
    name: 'a chart that is not there',
    dependencies: '- {name: none, version: ^9, repository: "SERVER"}',
    archives: ['web-1.0.0.tgz'],
    lines: [add, up],
  },
  {
    name: 'a range that is none',
    dependencies: '- {name: web, version: "one two", repository: "SERVER"}',
    lines: [add, up],
  },
  {
    name: 'a lock of other dependencies',
    dependencies: '- {name: web, version: ^1.0.0, repository: "SERVER"}',
    files: {
      'Chart.lock': 'digest: sha256:0\ngenerated: "2020-01-01T00:00:00Z"\ndependencies: []\n',
    },
    lines: [add, build],
  },
  { name: 'no list at all', dependencies: '', lines: [up, build] },
  {
    name: 'a chart of the first API',
    apiVersion: 'v1',
    dependencies: '',
    files: {
      'requirements.yaml':
        'dependencies:\n- {name: side, version: 0.x.x, repository: "file://../side"}\n',
    },
    lines: [up, build],
  },
]

test.each(stories)('does with $name what helm does', async (story) => {
  const playing = {
    keeps: (path: string) => /^chart\/(?:.*\.lock|charts\/.*)$/.test(path),
    prepare: (home: HelmHome) => prepare(home, story),
    even,
  }
  const lines = story.lines.map(at)
  const environment = { OUTRIGGER_ALLOW_ADDRESS: `${server.url},http://${host()}` }
  const theirs = await play((home, words) => home.helm(helm, words), lines, playing)
  const ours = await play(
    (home, words) => home.ours(words, { environment: { ...home.environment, ...environment } }),
    lines,
    playing,
  )
  expect(ours).toEqual(theirs)
})

function host(): string {
  return registry.url.replace('http://', '')
}

function at(text: string): string {
  return text.replaceAll('SERVER', server.url).replaceAll('HOST', host())
}

/** Times differ; what helm tells when it fails goes to stdout a second time. */
function even(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, 'TIME')
    .replaceAll(/^Save error occurred: .*\n/gm, '')
    .replaceAll("'helm dependency update'", "'dependency update'")
    .replaceAll("'helm repo add'", "'repo add'")
    .replaceAll(/tmpcharts-\d+/g, 'tmpcharts')
}

async function prepare({ folder: home }: HelmHome, story: Story): Promise<void> {
  const chart = join(home, 'chart')
  const list = story.dependencies === '' ? '' : `dependencies:\n${at(story.dependencies)}\n`
  const { apiVersion = 'v2', files = {}, archives = [] } = story
  await mkdir(join(home, 'side'), { recursive: true })
  await mkdir(join(chart, 'charts', 'inner'), { recursive: true })
  if (files['charts/inner/Chart.yaml'] === undefined) {
    await rm(join(chart, 'charts'), { recursive: true })
  }
  if (archives.length > 0) await mkdir(join(chart, 'charts'))
  await writeFile(join(home, 'side', 'Chart.yaml'), 'apiVersion: v2\nname: side\nversion: 0.4.0\n')
  const own = `apiVersion: ${apiVersion}\nname: chart\nversion: 0.1.0\n${list}`
  await writeFile(join(chart, 'Chart.yaml'), own)
  for (const [path, text] of Object.entries(files)) await writeFile(join(chart, path), text)
  for (const name of archives) {
    const version = name.replace(/^\w+-|\.tgz$/g, '')
    makePackage(join(chart, 'charts'), { name: name.split('-')[0] ?? '', version })
  }
}
