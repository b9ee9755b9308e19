import { expect, test } from 'vitest'
import { findIn } from '../../src/images/find-images.ts'
import { readImageTable } from '../../src/images/tables/image-table.ts'
import { rewriteImages } from '../../src/images/rewrite-images.ts'
import type { Json } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'

function objectOf(apiVersion: string, kind: string, spec: Json): KubeObject {
  return { apiVersion, kind, metadata: { name: 'x' }, spec }
}

const digest = `sha256:${'0a'.repeat(32)}`

// The forms in which custom resources write images: what is found, and the fields after the move.
const rows: readonly (readonly [string, KubeObject, readonly string[], Json])[] = [
  [
    'a folder, a name and a version beside each other',
    objectOf('nvidia.com/v1', 'ClusterPolicy', {
      driver: { repository: 'nvcr.io/nvidia', image: 'driver', version: '550.1' },
      toolkit: { repository: 'nvcr.io/nvidia/k8s', image: 'toolkit', version: digest },
    }),
    ['nvcr.io/nvidia/driver:550.1', `nvcr.io/nvidia/k8s/toolkit@${digest}`],
    {
      driver: { repository: 'reg.local/nvidia', image: 'driver', version: '550.1' },
      toolkit: { repository: 'reg.local/nvidia/k8s', image: 'toolkit', version: digest },
    },
  ],
  [
    'an image and its version',
    objectOf('awx.ansible.com/v1beta1', 'AWX', { redis_image: 'redis', redis_image_version: '7' }),
    ['redis:7'],
    { redis_image: 'reg.local/library/redis', redis_image_version: '7' },
  ],
  [
    'an image and the version of the whole',
    objectOf('upgrade.cattle.io/v1', 'Plan', {
      version: 'v1.30.1',
      upgrade: { image: 'rancher/k3s-upgrade' },
    }),
    ['rancher/k3s-upgrade:v1.30.1'],
    { version: 'v1.30.1', upgrade: { image: 'reg.local/rancher/k3s-upgrade' } },
  ],
  [
    'base images with a version above them',
    objectOf('pingcap.com/v1alpha1', 'TidbCluster', {
      version: 'v8.1.0',
      tidb: { baseImage: 'pingcap/tidb' },
      tikv: { baseImage: 'pingcap/tikv', version: 'v8.1.1' },
    }),
    ['pingcap/tikv:v8.1.1', 'pingcap/tidb:v8.1.0'],
    {
      version: 'v8.1.0',
      tidb: { baseImage: 'reg.local/pingcap/tidb' },
      tikv: { baseImage: 'reg.local/pingcap/tikv', version: 'v8.1.1' },
    },
  ],
  [
    'registry, repository, tag and digest',
    objectOf('gateway.kgateway.dev/v1alpha1', 'GatewayParameters', {
      kube: {
        sdsContainer: { image: { registry: 'cr.io', repository: 'a/sds', tag: '1', digest } },
      },
    }),
    [`cr.io/a/sds:1@${digest}`],
    {
      kube: {
        sdsContainer: { image: { registry: 'reg.local', repository: 'a/sds', tag: '1', digest } },
      },
    },
  ],
  [
    'repository and versionTag',
    objectOf('app.redislabs.com/v1', 'RedisEnterpriseCluster', {
      redisEnterpriseImageSpec: { repository: 'redislabs/redis', versionTag: '7.4' },
    }),
    ['redislabs/redis:7.4'],
    { redisEnterpriseImageSpec: { repository: 'reg.local/redislabs/redis', versionTag: '7.4' } },
  ],
  [
    'packages',
    objectOf('pkg.crossplane.io/v1', 'Provider', { package: 'xpkg.upbound.io/a/aws:v1' }),
    ['xpkg.upbound.io/a/aws:v1'],
    { package: 'reg.local/a/aws:v1' },
  ],
  [
    'docker addresses',
    objectOf('cdi.kubevirt.io/v1beta1', 'DataVolume', {
      source: { registry: { url: 'docker://quay.io/a/fedora:40' } },
    }),
    ['quay.io/a/fedora:40'],
    { source: { registry: { url: 'docker://reg.local/a/fedora:40' } } },
  ],
  [
    'OCI addresses with their tag',
    objectOf('source.toolkit.fluxcd.io/v1', 'OCIRepository', {
      url: 'oci://ghcr.io/a/manifests',
      ref: { tag: 'v1' },
    }),
    ['ghcr.io/a/manifests:v1'],
    { url: 'oci://reg.local/a/manifests', ref: { tag: 'v1' } },
  ],
]

test.each(rows)('%s', (_, object, found, moved) => {
  expect(
    findIn(object)
      .images.map(({ image }) => image)
      .toSorted(),
  ).toEqual(found.toSorted())
  expect(rewriteImages(object, { registry: 'reg.local' }).object['spec']).toEqual(moved)
})

test.each([
  [
    'operator.tigera.io/v1',
    'Installation',
    { registry: 'quay.io/', imagePath: 'calico' },
    'quay.io/',
  ],
  ['kubevirt.io/v1', 'KubeVirt', { imageRegistry: 'quay.io/kubevirt' }, 'quay.io/kubevirt'],
  [
    'mysql.oracle.com/v2',
    'InnoDBCluster',
    { imageRepository: 'cr.oracle.com/mysql' },
    'cr.oracle.com/mysql',
  ],
  [
    'fluxcd.controlplane.io/v1',
    'FluxInstance',
    { distribution: { registry: 'ghcr.io/fluxcd' } },
    'ghcr.io/fluxcd',
  ],
] as const)('%s %s has a registry from which names are made', (apiVersion, kind, spec, text) => {
  const object = objectOf(apiVersion, kind, spec)
  expect(findIn(object)).toMatchObject({ images: [], parts: [{ part: 'registry', text }] })
  const moved = rewriteImages(object, { registry: 'reg.local/m' }).object
  expect(findIn(moved).parts[0]?.text).toMatch(/^reg\.local\/m/)
  expect(JSON.stringify(moved)).toContain(kind === 'Installation' ? '"imagePath":"calico"' : 'reg')
})

test.each([
  ['kafka.strimzi.io/v1', 'KafkaConnect', { build: { output: { image: 'q.io/out:1' } } }],
  ['image.toolkit.fluxcd.io/v1', 'ImageRepository', { image: 'q.io/scanned:1' }],
  ['kyverno.io/v1', 'ClusterPolicy', { rules: [{ verifyImages: [{ image: 'ghcr.io/a/b:1' }] }] }],
  ['longhorn.io/v1beta2', 'Volume', { backingImage: 'quay.io/a/disk:1' }],
])('%s %s names what does not run', (apiVersion, kind, spec) => {
  expect(findIn(objectOf(apiVersion, kind, spec))).toEqual({ images: [], parts: [] })
})

test('a default in the schema of a custom resource may run', () => {
  const image = { type: 'string', default: 'quay.io/a/agent:1' }
  const openAPIV3Schema = { properties: { spec: { properties: { image, note: image } } } }
  const versions = [{ name: 'v1', schema: { openAPIV3Schema } }]
  const object = objectOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    names: { kind: 'Agent' },
    versions,
  })
  expect(findIn(object).images).toMatchObject([
    {
      image: 'quay.io/a/agent:1',
      confident: false,
      why: 'an Agent that leaves the field out runs it',
    },
  ])
})

test('a table of the site adds fields, flags and what does not run', () => {
  const table = readImageTable(
    'image example.com thing spec.runs # ours\nnever example.com thing spec.image\nflag --worker\n',
  )
  const thing = objectOf('example.com/v1', 'Thing', { runs: 'a:1', image: 'quay.io/b:1' })
  expect(findIn(thing, table).images.map(({ image }) => image)).toEqual(['a:1'])
  expect(() => readImageTable('image example.com spec.x')).toThrow(
    'line 1 of the table of images: wanted "image|registry|never GROUP KIND PATH", "flag|registry|never NAME" or "also REFERENCE", found "image example.com spec.x"',
  )
})
