import { chmod, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BlobPlaces } from '../../oci/media/blob-places.ts'
import { carryOut } from '../../oci/media/copy.ts'
import { dockerArchiveSink } from '../../oci/media/docker-archive-sink.ts'
import { layoutSource } from '../../oci/media/layout.ts'
import { planImage } from '../../oci/media/plan-image.ts'
import { problemText } from '../errors.ts'
import { inTestFolder, smallPackage, testChart, writeFiles } from '../package-for-test.ts'
import { openPackage } from '../package/open-package.ts'
import { checkPackage } from './check-package.ts'

interface Row {
  readonly name: string
  /** Files that are written over those of a good package; undefined deletes one. */
  readonly files?: Readonly<Record<string, string | Uint8Array | undefined>>
  /** Changes of expansion.yaml. */
  readonly replace?: readonly (readonly [string, string])[]
  readonly change?: (folder: string) => Promise<void>
  readonly problems: readonly string[]
}

const rows: readonly Row[] = [
  { name: 'a good package has no problems', problems: [] },
  {
    name: 'an unknown key comes with the nearest one',
    replace: [['charts:', 'chart:']],
    problems: [
      'applications/store.yaml:1: chart expansion/store 1.0.0-rc1 is not in the package: the site must have it',
      'charts/expansion/store-1.0.0-rc1.tgz: is there and not listed under charts: list it or delete it',
      'charts/public/web-0.1.0.tgz: is there and not listed under charts: list it or delete it',
      'expansion.yaml:4: chart is not a key; did you mean charts?',
      'values.yaml:4: charts.store: the package has no chart store',
    ],
  },
  {
    name: 'a key of the wrong type is named',
    replace: [['k8s_version: 1.36.3', 'images_loaded: perhaps']],
    problems: ['expansion.yaml:3: images_loaded must be true or false'],
  },
  {
    name: 'a file that cannot be read is named with its line',
    files: { 'values.yaml': 'global:\n  a: [\n' },
    problems: ['values.yaml:2: yaml: line 2: did not find expected node content'],
  },
  {
    name: 'listed and not there',
    files: { 'files/etc/sysctl.d/90-demo.conf': undefined },
    problems: ['expansion.yaml:11: files/etc/sysctl.d/90-demo.conf is listed and not there'],
  },
  {
    name: 'there and not listed',
    files: { 'provider/baremetal/conf/other.json': '{}' },
    problems: [
      'provider/baremetal/conf/other.json: is there and not listed under provider: list it or delete it',
    ],
  },
  {
    name: 'a link is no file',
    change: async (folder) => {
      await rm(join(folder, 'provider/baremetal/conf/docker.json'))
      await symlink('/etc/passwd', join(folder, 'provider/baremetal/conf/docker.json'))
    },
    problems: ['expansion.yaml:17: provider/baremetal/conf/docker.json is a link; wanted a file'],
  },
  {
    name: 'a folder is no file',
    change: async (folder) => {
      await rm(join(folder, 'manifests/quota.yaml'))
      await mkdir(join(folder, 'manifests/quota.yaml'))
      await writeFiles(folder, { 'manifests/quota.yaml/x': 'x' })
    },
    problems: [
      'expansion.yaml:21: manifests/quota.yaml is a folder; wanted a file',
      'manifests/quota.yaml/x: is there and not listed under manifests: list it or delete it',
    ],
  },
  {
    name: 'a link anywhere else is refused as well',
    change: async (folder) => {
      await mkdir(join(folder, 'conf'))
      await symlink('../../..', join(folder, 'conf/up'))
    },
    problems: ['conf/up: is a link; a package has files alone'],
  },
  {
    name: 'a path that leads out of the package',
    replace: [['  - baremetal/conf/docker.json', '  - ../../etc/shadow']],
    problems: [
      'expansion.yaml:17: ../../etc/shadow leads out of the package',
      'provider/baremetal/conf/docker.json: is there and not listed under provider: list it or delete it',
    ],
  },
  {
    name: 'an absolute path',
    replace: [['  - baremetal/conf/docker.json', '  - /baremetal/conf/docker.json']],
    problems: [
      'expansion.yaml:17: /baremetal/conf/docker.json is absolute; wanted a path inside the package',
      'provider/baremetal/conf/docker.json: is there and not listed under provider: list it or delete it',
    ],
  },
  {
    name: 'two files that are one when they lie in one folder',
    files: { 'files/etc__sysctl.d/90-demo.conf': 'x' },
    replace: [['  - path: opt', '  - etc__sysctl.d/90-demo.conf\n  - path: opt']],
    problems: [
      'expansion.yaml:12: etc__sysctl.d/90-demo.conf and etc/sysctl.d/90-demo.conf are both etc__sysctl.d__90-demo.conf in one folder; rename one',
    ],
  },
  {
    name: 'a chart that is none',
    files: { 'charts/public/web-0.1.0.tgz': gzipSync('no tar') },
    problems: ['expansion.yaml:5: charts/public/web-0.1.0.tgz cannot be read: unexpected EOF'],
  },
  {
    name: 'a file name that contradicts the version of the chart',
    files: { 'charts/public/web-0.1.0.tgz': testChart('web', '0.2.0') },
    problems: [
      'expansion.yaml:5: charts/public/web-0.1.0.tgz is chart web 0.2.0; call it web-0.2.0.tgz',
    ],
  },
  {
    name: 'a file name that contradicts a pre-release',
    files: { 'charts/expansion/store-1.0.0-rc1.tgz': testChart('store', '1.0.0-rc2') },
    problems: [
      'applications/store.yaml:1: chart expansion/store 1.0.0-rc1 is not in the package; it has 1.0.0-rc2: the site must have it',
      'expansion.yaml:6: charts/expansion/store-1.0.0-rc1.tgz is chart store 1.0.0-rc2; call it store-1.0.0-rc2.tgz',
    ],
  },
  {
    name: 'a file name that contradicts the name of the chart',
    files: { 'charts/public/web-0.1.0.tgz': testChart('wob', '0.1.0') },
    problems: [
      'expansion.yaml:5: charts/public/web-0.1.0.tgz is chart wob 0.1.0; call it wob-0.1.0.tgz',
    ],
  },
  {
    name: 'a group that nobody knows',
    files: {
      'charts/public/web-0.1.0.tgz': undefined,
      'charts/publik/web-0.1.0.tgz': testChart('web', '0.1.0'),
    },
    replace: [['public/web', 'publik/web']],
    problems: ['expansion.yaml:5: publik is not a group of charts; did you mean public?'],
  },
  {
    name: 'an image that is listed and not in the layout',
    replace: [['demo/store:v1', 'demo/store:v2']],
    problems: [
      'expansion.yaml:9: docker.io/demo/store:v2 is listed and not in images',
      'images: has docker.io/demo/store:v1, which is not listed under images',
    ],
  },
  {
    name: 'images that are listed and nowhere',
    change: (folder) => rm(join(folder, 'images'), { recursive: true }),
    problems: [
      'expansion.yaml:8: images are listed, and there is neither images/ nor images.tar.gz',
    ],
  },
  {
    name: 'images that are listed and nowhere, and in the registry already',
    change: (folder) => rm(join(folder, 'images'), { recursive: true }),
    replace: [['k8s_version: 1.36.3', 'images_loaded: true']],
    problems: [],
  },
  {
    name: 'images that are in the registry already are compared with those that are here as well',
    replace: [
      ['k8s_version: 1.36.3', 'images_loaded: true'],
      ['demo/store:v1', 'demo/store:v2'],
    ],
    problems: [
      'expansion.yaml:9: docker.io/demo/store:v2 is listed and not in images',
      'images: has docker.io/demo/store:v1, which is not listed under images',
    ],
  },
  {
    name: 'an image that is listed twice, under two of its names',
    replace: [
      ['  - docker.io/demo/store:v1\n', '  - docker.io/demo/store:v1\n  - demo/store:v1\n'],
    ],
    problems: ['expansion.yaml:10: demo/store:v1 is listed twice'],
  },
  {
    name: 'versions that are none',
    replace: [
      ['expansion_version: 1.0.0', 'expansion_version: one two'],
      ['k8s_version: 1.36.3', 'k8s_version: banana'],
    ],
    problems: [
      'expansion.yaml:2: expansion_version must match ^\\w[\\w.+-]{0,127}$, "one two" does not',
      'expansion.yaml:3: k8s_version must match ^v?\\d+\\.\\d+(?:\\.\\d+)?(?:[+-][\\w.+-]+)?$, "banana" does not',
    ],
  },
  {
    name: 'a manifest that is no object',
    files: { 'manifests/quota.yaml': '# first\n---\napiVersion: v1\nkind: Pod\n---\nfoo: bar\n' },
    problems: [
      'manifests/quota.yaml:3: is no object of Kubernetes: it has no metadata.name',
      'manifests/quota.yaml:6: is no object of Kubernetes: it has no apiVersion and no kind and no metadata.name',
    ],
  },
  {
    name: 'a folder with a slip in its name',
    files: { 'manifest/more.yaml': 'a: 1\n', 'README.md': '# Demo\n', 'conf/admin': 'x' },
    problems: ['manifest/more.yaml: is in no part of a package, and nothing reads it'],
  },
  {
    name: 'an archive of images that is none',
    change: async (folder) => {
      await rm(join(folder, 'images'), { recursive: true })
      await writeFiles(folder, { 'images.tar.gz': gzipSync('no tar') })
    },
    problems: [
      expect.stringMatching(
        /^images.tar.gz: images.tar.gz cannot be read: .*is not a tar archive/,
      ) as string,
    ],
  },
  {
    name: 'a step that nobody knows',
    replace: [['  - Install tke-gateway', '  - Instal tke-gateway chart']],
    problems: [
      'expansion.yaml:23: Instal tke-gateway chart is not a step of the installer; did you mean Install tke-gateway chart?',
    ],
  },
  {
    name: 'a step that is only a part of one now',
    replace: [['  - Install tke-gateway', '  - Install tke-registry-api']],
    problems: [
      'expansion.yaml:23: Install tke-registry-api is a part of "Install tke-registry chart" now and has no effect alone; list that, or Install tke-registry-controller as well',
    ],
  },
  {
    name: 'a condition that nobody knows',
    replace: [['  - EnsureGalaxy', '  - EnsureGalaxie']],
    problems: [
      'expansion.yaml:25: EnsureGalaxie is not a condition of a new cluster; did you mean EnsureGalaxy?',
    ],
  },
  {
    name: 'a condition that is gone',
    replace: [['  - EnsureGalaxy', '  - EnsureDisableOffloading']],
    problems: [
      'expansion.yaml:25: EnsureDisableOffloading has no effect: no release carries it out any more',
    ],
  },
  {
    name: 'a condition that is skipped and delegated',
    replace: [['  - EnsureGalaxy', '  - EnsureCilium']],
    problems: ['expansion.yaml:27: EnsureCilium is both skipped and delegated'],
  },
  {
    name: 'a condition outside of the list of those that can be delegated',
    replace: [['  - EnsureCilium', '  - EnsureStoreCredential']],
    problems: [
      expect.stringMatching(
        /^expansion.yaml:27: EnsureStoreCredential cannot be delegated; these can: EnsureCopyFiles, /,
      ) as string,
    ],
  },
  {
    name: 'a hook that nobody knows',
    change: (folder) => rm(join(folder, 'hooks/pre-install')),
    replace: [['  - pre-install', '  - pre-instal']],
    files: { 'hooks/pre-instal': 'x' },
    problems: [
      'expansion.yaml:15: pre-instal is not a hook of the installer; did you mean pre-install?',
    ],
  },
  {
    name: 'a hook of a cluster among those of the installer',
    replace: [['  - pre-install', '  - pre-install\n  - PreInstall']],
    files: { 'hooks/PreInstall': 'x' },
    problems: [
      'expansion.yaml:16: PreInstall is not a hook of the installer; it is a hook of a cluster: put a file of that name below files/',
    ],
  },
  {
    name: 'a hook that is not executable',
    change: (folder) => chmod(join(folder, 'hooks/pre-install'), 0o644),
    problems: ['expansion.yaml:15: hooks/pre-install is not executable; chmod +x it'],
  },
  {
    name: 'an application of a kind that nobody knows',
    files: { 'applications/store.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n' },
    problems: ['applications/store.yaml:1: is Pod of the core; wanted an App or a Plugin'],
  },
  {
    name: 'values of a chart that is not there',
    files: { 'values.yaml': 'charts:\n  stor: {}\n' },
    problems: ['values.yaml:2: charts.stor: the package has no chart stor; did you mean store?'],
  },
  {
    name: 'lists that are in expansion.yaml and in layout.yaml',
    files: { 'layout.yaml': 'hooks: []\n' },
    problems: ['layout.yaml:1: hooks is in expansion.yaml as well; keep one of them'],
  },
  {
    name: 'all problems come at once',
    replace: [
      ['  - pre-install', '  - pre-instal'],
      ['  - EnsureGalaxy', '  - EnsureGalaxie'],
      ['demo/store:v1', 'demo/store:v2'],
    ],
    problems: [
      'expansion.yaml:9: docker.io/demo/store:v2 is listed and not in images',
      'expansion.yaml:15: pre-instal is not a hook of the installer; did you mean pre-install?',
      'expansion.yaml:15: hooks/pre-instal is listed and not there',
      'expansion.yaml:25: EnsureGalaxie is not a condition of a new cluster; did you mean EnsureGalaxy?',
      'hooks/pre-install: is there and not listed under hooks: list it or delete it',
      'images: has docker.io/demo/store:v1, which is not listed under images',
    ],
  },
]

const never = new AbortController().signal

test.each(rows)('$name', async ({ files = {}, replace = [], change, problems }) => {
  await inTestFolder(async (folder) => {
    const root = join(folder, 'package')
    const good = smallPackage()
    let main = String(good['expansion.yaml'])
    for (const [from, to] of replace) main = main.replace(from, to)
    await writeFiles(root, { ...good, 'expansion.yaml': main })
    for (const [path, content] of Object.entries(files)) {
      if (content === undefined) await rm(join(root, path))
      else await writeFiles(root, { [path]: content })
    }
    await change?.(root)
    const opened = await openPackage(root, folder, never)
    const checked = await checkPackage(opened!, folder, never)
    expect(checked.problems.map(problemText)).toEqual(problems)
  })
})

test('an older package with its lists in layout.yaml and images of docker save reads as it is', async () => {
  await inTestFolder(async (folder) => {
    const good = smallPackage()
    const main = String(good['expansion.yaml'])
    const at = main.indexOf('charts:')
    const root = join(folder, 'package')
    await writeFiles(root, {
      ...good,
      'expansion.yaml': main.slice(0, at),
      'layout.yaml': main.slice(at).replaceAll('docker.io/demo/', ''),
    })
    // As the original has it: one archive of docker save, and names without their registry in the list.
    const layout = layoutSource(join(root, 'images'))
    const sink = await dockerArchiveSink(join(folder, 'saved.tar'), never)
    const places = new BlobPlaces()
    for (const image of ['docker.io/demo/web:v1', 'docker.io/demo/store:v1']) {
      const copy = { from: layout, to: sink, reference: image, tag: image } as const
      const more = { platforms: { kind: 'all' }, attached: 'left' } as const
      await carryOut(await planImage({ ...copy, ...more }, never), { places }, never)
    }
    await sink.close('whole', never)
    await rm(join(root, 'images'), { recursive: true })
    const saved = gzipSync(await readFile(join(folder, 'saved.tar')))
    await writeFiles(root, { 'images.tar.gz': saved })
    const opened = await openPackage(root, folder, never)
    expect(opened?.declaration.content).toMatchObject({
      expansion_name: 'demo',
      hooks: ['pre-install'],
      files: [{ path: 'etc/sysctl.d/90-demo.conf', render: false }, { render: true }],
    })
    expect((await checkPackage(opened!, folder, never)).problems).toEqual([])
    const lists = await readFile(join(root, 'layout.yaml'), 'utf8')
    await writeFiles(root, { 'layout.yaml': lists.replace('  - store:v1', '  - store:v2') })
    const changed = await openPackage(root, folder, never)
    const { problems } = await checkPackage(changed!, folder, never)
    expect(problems.map(problemText)).toEqual([
      'images.tar.gz: has docker.io/demo/store:v1, which is not listed under images',
      'layout.yaml:6: store:v2 is listed and not in images.tar.gz',
    ])
  })
})
