import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readImageTable } from '../../images/tables/image-table.ts'
import { problemText } from '../errors.ts'
import { inTestFolder, smallPackage, testChart, writeFiles } from '../package-for-test.ts'
import { openPackage } from '../package/open-package.ts'
import { readCharts } from './check-charts.ts'
import { checkPackageImages } from './package-images.ts'

interface Row {
  readonly name: string
  /** Files that are written over those of a good package. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Changes of expansion.yaml. */
  readonly replace?: readonly (readonly [string, string])[]
  readonly table?: string
  readonly problems: readonly string[]
}

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n'
const noImages = '  - docker.io/demo/web:v1\n  - docker.io/demo/store:v1'
const runsStore =
  'applications/store.yaml:1: chart expansion/store-1.0.0-rc1.tgz runs docker.io/demo/store:v1 (store/templates/pod.yaml:8), which is not listed under images'
const runsWeb =
  'expansion.yaml:5: chart public/web-0.1.0.tgz runs docker.io/demo/web:v1 (web/templates/pod.yaml:8), which is not listed under images'

const rows: readonly Row[] = [
  { name: 'a package that lists what it runs', problems: [] },
  {
    name: 'an image of a chart is told with chart, template line and the line of the list',
    replace: [[noImages, '  - docker.io/demo/other:v1']],
    problems: [runsStore, runsWeb],
  },
  {
    name: 'an image that values.yaml gives a chart',
    files: { 'values.yaml': 'global: {zone: north}\ncharts:\n  web: {image: demo/own:v3}\n' },
    problems: [runsWeb.replace('demo/web:v1', 'demo/own:v3')],
  },
  {
    name: 'an image that an application gives its chart',
    files: {
      'applications/store.yaml':
        'apiVersion: outrigger.dev/v1alpha1\nkind: Plugin\nmetadata: {name: store}\nspec: {repo: expansion, values: {image: demo/own:v3}}\n',
    },
    problems: [runsStore.replace('demo/store:v1', 'demo/own:v3')],
  },
  {
    name: 'an application whose chart does not render',
    files: { 'values.yaml': 'charts: {}\n' },
    problems: [
      expect.stringMatching(
        /^applications\/store.yaml:1: chart expansion\/store-1.0.0-rc1.tgz does not render with the values of the package: .*store\/templates\/config.yaml/,
      ) as string,
    ],
  },
  {
    name: 'an image of an object in manifests/, with the line of the document',
    files: { 'manifests/quota.yaml': `# first\n---\n${pod}    - {name: a, image: demo/more}\n` },
    problems: [
      'manifests/quota.yaml:8: runs docker.io/demo/more:latest, which is not listed under images',
    ],
  },
  {
    name: 'an image that only the table of the site knows',
    files: {
      'manifests/quota.yaml':
        'apiVersion: my.example/v1\nkind: Thing\nmetadata: {name: t}\nspec:\n  runs: demo/more:v1\n',
    },
    table: 'image my.example Thing spec.runs\n',
    problems: [
      'manifests/quota.yaml:5: runs docker.io/demo/more:v1, which is not listed under images',
    ],
  },
  {
    name: 'older packages list images without their registry',
    replace: [[noImages, '  - web:v1\n  - store:v1']],
    problems: [],
  },
  {
    name: 'a registry that has all images already is not compared with an empty list',
    replace: [
      [`images:\n${noImages}\n`, ''],
      ['k8s_version: 1.36.3', 'images_loaded: true'],
    ],
    problems: [],
  },
]

const never = new AbortController().signal

test.each(rows)('$name', async ({ files = {}, replace = [], table = '', problems }) => {
  await inTestFolder(async (folder) => {
    const good = smallPackage()
    let main = String(good['expansion.yaml'])
    for (const [from, to] of replace) main = main.replace(from, to)
    await writeFiles(folder, { ...good, 'expansion.yaml': main, ...files })
    const opened = await openPackage(folder, folder, never)
    const { charts } = await readCharts(opened!, never)
    const found = await checkPackageImages(opened!, charts, never, readImageTable(table))
    expect(found.map(problemText)).toEqual(problems)
  })
})

test('a chart keeps its name in the message when its archive lies in another group', async () => {
  await inTestFolder(async (folder) => {
    await writeFiles(folder, {
      'expansion.yaml': 'charts:\n  - custom/web-0.1.0.tgz\n',
      'values.yaml': 'global: {zone: a}\n',
      'charts/custom/web-0.1.0.tgz': testChart('web', '0.1.0'),
    })
    const opened = await openPackage(folder, join(folder, 'work'), never)
    const { charts } = await readCharts(opened!, never)
    const found = await checkPackageImages(opened!, charts, never)
    expect(found.map(problemText)).toEqual([
      'expansion.yaml:2: chart custom/web-0.1.0.tgz runs docker.io/demo/web:v1 (web/templates/pod.yaml:8), which is not listed under images',
    ])
  })
})
