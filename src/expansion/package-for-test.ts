import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compressPackage } from '../chart/node/write-package.ts'
import { packageChart } from '../chart/package/package-chart.ts'
import { loadFiles } from '../chart/load/load.ts'
import { gunzip } from '../chart/node/load-chart.ts'
import { digestOf } from '../oci/digest.ts'
import { ociConfigType, ociGzipLayerType, ociManifestType } from '../oci/media-types.ts'

/** Files by their path; a hook has to be executable. */
export type TestFiles = Readonly<Record<string, string | Uint8Array>>

/** A folder for one test, which the test deletes. */
export async function testFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'outrigger-expansion-test-'))
}

/** Writes files below a folder; those below hooks/ can be executed. */
export async function writeFiles(folder: string, files: TestFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
    if (path.startsWith('hooks/')) await chmod(target, 0o755)
  }
}

/** The archive of a small chart; `more` goes into its `Chart.yaml`. */
export function testChart(
  name: string,
  version: string,
  image = `demo/${name}:v1`,
  more = '',
): Uint8Array {
  const chart = loadFiles(
    [
      {
        name: 'Chart.yaml',
        data: Buffer.from(`apiVersion: v2\nname: ${name}\nversion: ${version}\n${more}`),
      },
      { name: 'values.yaml', data: Buffer.from(`image: ${image}\nreplicas: 1\n`) },
      {
        name: 'templates/config.yaml',
        data: Buffer.from(
          `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  replicas: {{ .Values.replicas | quote }}\n  zone: {{ .Values.global.zone | default "none" | quote }}\n`,
        ),
      },
      {
        name: 'templates/pod.yaml',
        data: Buffer.from(
          `apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n  containers:\n    - name: main\n      image: {{ .Values.image }}\n`,
        ),
      },
    ],
    gunzip,
  )
  return compressPackage(packageChart(chart).tar)
}

/** An OCI layout with these images, each of a layer that all share and one of its own. */
export function testLayout(
  images: readonly string[],
  layerOf: (image: string) => Uint8Array = (image) => Buffer.from(`layer of ${image}\n`.repeat(50)),
): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  const put = (mediaType: string, bytes: Uint8Array) => {
    const digest = digestOf(bytes)
    files[`images/blobs/${digest.replace(':', '/')}`] = bytes
    return { mediaType, digest, size: bytes.length }
  }
  const shared = put(ociGzipLayerType, Buffer.from('a layer that all images share\n'.repeat(100)))
  const manifests = images.map((image) => {
    const layers = [shared, put(ociGzipLayerType, layerOf(image))]
    const config = put(
      ociConfigType,
      Buffer.from(
        JSON.stringify({
          architecture: 'amd64',
          os: 'linux',
          rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
        }),
      ),
    )
    const manifest = { schemaVersion: 2, mediaType: ociManifestType, config, layers }
    const annotations = { 'org.opencontainers.image.ref.name': image }
    return { ...put(ociManifestType, Buffer.from(JSON.stringify(manifest))), annotations }
  })
  files['images/oci-layout'] = Buffer.from('{"imageLayoutVersion":"1.0.0"}')
  files['images/index.json'] = Buffer.from(JSON.stringify({ schemaVersion: 2, manifests }))
  return files
}

/** A whole small package. */
export function smallPackage(): Record<string, string | Uint8Array> {
  return {
    'expansion.yaml': `expansion_name: demo
expansion_version: 1.0.0
k8s_version: 1.36.3
charts:
  - public/web-0.1.0.tgz
  - expansion/store-1.0.0-rc1.tgz
images:
  - docker.io/demo/web:v1
  - docker.io/demo/store:v1
files:
  - etc/sysctl.d/90-demo.conf
  - path: opt/demo/PreInstall
    render: true
hooks:
  - pre-install
provider:
  - baremetal/conf/docker.json
applications:
  - store.yaml
manifests:
  - quota.yaml
installer_skip_steps:
  - Install tke-gateway
create_cluster_skip_conditions:
  - EnsureGalaxy
create_cluster_delegate_conditions:
  - EnsureCilium
create_cluster_extra_args:
  kubeletExtraArgs:
    max-pods: "200"
`,
    'values.yaml': 'global:\n  zone: north\ncharts:\n  store:\n    replicas: 3\n',
    'charts/public/web-0.1.0.tgz': testChart('web', '0.1.0'),
    'charts/expansion/store-1.0.0-rc1.tgz': testChart('store', '1.0.0-rc1'),
    'files/etc/sysctl.d/90-demo.conf': 'vm.swappiness = 0 # ${NOT} {{ rendered }}\n',
    'files/opt/demo/PreInstall': '#!/bin/sh\necho {{ .Values.global.zone }} ${HOME}\n',
    'hooks/pre-install': '#!/bin/sh\nexit 0\n',
    'provider/baremetal/conf/docker.json': '{}\n',
    'applications/store.yaml': `apiVersion: application.tkestack.io/v1
kind: App
metadata:
  name: app-store
spec:
  type: HelmV3
  name: store
  targetCluster: global
  targetNamespace: shop
  chart:
    chartGroupName: expansion
    chartName: store
    chartVersion: 1.0.0-rc1
  values:
    rawValuesType: yaml
    rawValues: |
      color: red
    values:
      - shape=round
`,
    'manifests/quota.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: quota\ndata:\n  text: "{{ kept }}"\n',
    ...testLayout(['docker.io/demo/web:v1', 'docker.io/demo/store:v1']),
  }
}

export async function deleteFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Runs a test in a folder of its own. */
export async function inTestFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await testFolder()
  try {
    return await work(folder)
  } finally {
    await deleteFolder(folder)
  }
}
