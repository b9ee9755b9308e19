import { expect, test } from 'vitest'
import { findIn } from '../../src/images/find-images.ts'
import { rewriteImages } from '../../src/images/rewrite-images.ts'
import type { Json } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'

// How charts and operators hand images on, one row each, with images of a registry that nobody knows. Each is found, and
// each is found somewhere else after it was moved.
const host = 'hub.corp.example:5000'
const one = `${host}/team/one:1.2.3`
const two = `${host}/team/two@sha256:${'0a'.repeat(32)}`
const app = { name: 'app', image: `${host}/app:1` }

function workload(container: Readonly<Record<string, Json>>): KubeObject {
  const spec = { template: { spec: { containers: [{ ...app, ...container }] } } }
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec }
}

function config(data: Readonly<Record<string, Json>>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data }
}

const flags = (...names: string[]) => workload({ args: names.map((name) => `${name}=${one}`) })
const after = (...names: string[]) => workload({ args: names.flatMap((name) => [name, two]) })
const variables = (...names: string[]) =>
  workload({ env: names.map((name) => ({ name, value: one })) })

interface Row {
  readonly name: string
  readonly object: KubeObject
  readonly found: readonly string[]
  readonly parts?: readonly string[]
}

const times = (image: string, count: number) => Array.from({ length: count }, () => image)

const rows: readonly Row[] = [
  ...[
    '--acme-http01-solver-image',
    '--prometheus-config-reloader',
    '--thanos-default-base-image',
    '--prometheus-default-base-image',
    '--alertmanager-default-base-image',
    '--config-reloader-image',
    '--collector-image',
    '--target-allocator-image',
    '--auto-instrumentation-java-image',
    '--auto-instrumentation-nodejs-image',
    '--auto-instrumentation-python-image',
    '--auto-instrumentation-dotnet-image',
  ].map((name) => ({ name: `${name}=`, object: flags(name), found: [one] })),
  ...[
    '--executor-image',
    '--kubectl-delivery-image',
    '--backing-image-manager-image',
    '--engine-image',
    '--instance-manager-image',
    '--manager-image',
    '--share-manager-image',
    '-entrypoint-image',
    '-nop-image',
    '-sidecarlogresults-image',
    '-git-image',
    '-pr-image',
    '-gsutil-image',
    '-kubeconfig-writer-image',
    '-el-image',
    '-workingdirinit-image',
    '-imagedigest-exporter-image',
    '--support-bundle-manager-image',
  ].map((name) => ({ name: `${name} and the next word`, object: after(name), found: [two] })),
  {
    name: 'a tag alone',
    object: workload({ args: ['--exporter-image-tag=1.2.3', '--haproxy-image-tag=v2'] }),
    found: [],
    parts: ['1.2.3', 'v2'],
  },
  {
    name: 'a registry alone',
    object: workload({ args: [`--registry-domain=${host}/team`] }),
    found: [],
    parts: [`${host}/team`],
  },
  {
    name: 'words inside of sh -c',
    object: workload({
      command: ['sh', '-c', `set -e; kubectl run x --image=${one} -- true && docker pull ${two}`],
    }),
    found: [one, two],
  },
  ...[
    'RELATED_IMAGE_DATABASE',
    ...['ENVOY', 'RATELIMIT', 'SHUTDOWN', 'RABBITMQ', 'USER_UPDATER'].map(
      (name) => `DEFAULT_${name}_IMAGE`,
    ),
    ...[
      'ATTACHER',
      'PROVISIONER',
      'RESIZER',
      'SNAPSHOTTER',
      'NODE_DRIVER_REGISTRAR',
      'LIVENESS_PROBE',
    ].map((name) => `CSI_${name}_IMAGE`),
    'AGENT_INJECT_VAULT_IMAGE',
    'CLICKHOUSE_CONTAINER_IMAGE',
    'KEEPER_CONTAINER_IMAGE',
    'OPERATOR_IMAGE_NAME',
    'POSTGRES_IMAGE_NAME',
    'SIDECAR_IMAGE',
    'TENANT_MINIO_IMAGE',
    'OPERATOR_SIDECAR_IMAGE',
    'RUNNER_DEFAULT_IMAGE',
    'STARTER_DEFAULT_IMAGE',
    'ARGO_EVENTS_IMAGE',
    'ARTIFACT_OPERATOR_IMAGE',
    'OPENEBS_IO_JIVA_CONTROLLER_IMAGE',
    'OPENEBS_IO_JIVA_REPLICA_IMAGE',
    'OPENEBS_IO_CSTOR_TARGET_IMAGE',
    'OPENEBS_IO_CSTOR_POOL_IMAGE',
    'OPENEBS_IO_CSTOR_POOL_MGMT_IMAGE',
    'OPENEBS_IO_CSTOR_VOLUME_MGMT_IMAGE',
    'OPENEBS_IO_VOLUME_MONITOR_IMAGE',
    'OPENEBS_IO_POOL_EXPORTER_IMAGE',
    'OPENEBS_IO_HELPER_IMAGE',
    ...['RUNTIME', 'FUSE', 'INIT'].flatMap((name) => [
      `ALLUXIO_${name}_IMAGE_ENV`,
      `GOOSEFS_${name}_IMAGE_ENV`,
    ]),
    'DEFAULT_INIT_IMAGE_ENV',
    'EXECUTOR_CONTAINER_IMAGE_AND_VERSION',
    'ENGINE_CONTAINER_IMAGE_AND_VERSION',
    ...[
      'TOPIC_OPERATOR',
      'USER_OPERATOR',
      'KAFKA_INIT',
      'KAFKA_EXPORTER',
      'CRUISE_CONTROL',
      'KAFKA_BRIDGE',
      'KANIKO_EXECUTOR',
    ].map((name) => `STRIMZI_DEFAULT_${name}_IMAGE`),
    'STRIMZI_DEFAULT_MAVEN_BUILDER',
    'ELASTICSEARCH_IMAGE',
    'STAGE_IMAGE',
  ].map((name) => ({ name, object: variables(name), found: [one] })),
  ...['', '_CONNECT', '_MIRROR_MAKER_2'].map((name) => ({
    name: `STRIMZI_KAFKA${name}_IMAGES, lines of versions and images`,
    object: workload({
      env: [{ name: `STRIMZI_KAFKA${name}_IMAGES`, value: `3.9.0=${one}\n4.0.0=${two}\n` }],
    }),
    found: [one, two],
  })),
  {
    name: 'an image split over three variables',
    object: workload({
      env: [
        { name: 'DD_ADMISSION_CONTROLLER_AGENT_SIDECAR_IMAGE_NAME', value: 'agent' },
        { name: 'DD_ADMISSION_CONTROLLER_AGENT_SIDECAR_IMAGE_TAG', value: '7.1' },
        { name: 'DD_ADMISSION_CONTROLLER_AGENT_SIDECAR_CONTAINER_REGISTRY', value: `${host}/dd` },
      ],
    }),
    found: [`${host}/dd/agent:7.1`],
  },
  {
    name: 'JSON in a variable',
    object: workload({
      env: [{ name: 'CONFIG', value: `{"images":{"a":1},"worker":{"image":"${one}"}}` }],
    }),
    found: [one],
  },
  {
    name: 'YAML in a variable',
    object: workload({ env: [{ name: 'CONFIG', value: `worker:\n  image: ${one}\n` }] }),
    found: [one],
  },
  ...['CEPH', 'REGISTRAR', 'PROVISIONER', 'ATTACHER', 'RESIZER', 'SNAPSHOTTER'].map((name) => ({
    name: `ROOK_CSI_${name}_IMAGE of a ConfigMap`,
    object: config({ [`ROOK_CSI_${name}_IMAGE`]: one }),
    found: [one],
  })),
  ...['queue-sidecar-image', 'builder-image', 'provision-image'].map((name) => ({
    name: `${name} of a ConfigMap`,
    object: config({ [name]: two }),
    found: [two],
  })),
  {
    name: 'TOML in a ConfigMap',
    object: config({
      'config.toml': `[[runners]]\n  [runners.kubernetes]\n    image = "${one}"\n    helper_image = "${two}"\n`,
    }),
    found: [one, two],
  },
  {
    name: 'YAML in a ConfigMap',
    object: config({
      'jcasc.yaml': `jenkins:\n  clouds:\n  - templates:\n    - image: "${one}"\n`,
    }),
    found: [one],
  },
  {
    name: 'the values of the injector of Istio: hub, tag and name',
    object: config({
      values: `{"global":{"hub":"${host}/istio","tag":"1.2.3","proxy":{"image":"proxyv2"},"proxy_init":{"image":"proxyv2"}}}`,
    }),
    found: times(`${host}/istio/proxyv2:1.2.3`, 2),
  },
  {
    name: 'texts in a Secret, plain and in base64',
    object: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'x' },
      stringData: { 'a.yaml': `image: ${one}\nx: 1\n` },
      data: {
        'b.yaml': btoa(`singleuser:\n  image:\n    name: ${host}/team/two\n    tag: 1.10\n`),
      },
    },
    found: [one, `${host}/team/two:1.10`],
  },
  {
    name: 'an annotation of the pod template',
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: {
        template: {
          metadata: { annotations: { 'sidecar.istio.io/proxyImage': one } },
          spec: { containers: [app] },
        },
      },
    },
    found: [one],
  },
]

const others = (images: readonly string[]) => images.filter((image) => !image.includes('/app:'))

test.each(rows)('$name', ({ object, found, parts = [] }) => {
  const seen = findIn(object)
  expect(others(seen.images.map(({ image }) => image)).toSorted()).toEqual(found.toSorted())
  expect(seen.parts.map(({ text }) => text)).toEqual(parts)
  const moved = rewriteImages(object, { map: { [host]: 'local.example/m' } }).object
  const after = findIn(moved).images.map(({ image }) => image)
  const wanted = found.map((image) => image.replace(host, 'local.example/m'))
  expect(others(after).toSorted()).toEqual(wanted.toSorted())
})

test.each([
  ['--registry', 'txt'],
  ['--upstream', 'example.com/path:80'],
  ['--image-pull-secret', 'hub.example/a:1.0'],
  ['--git-url', 'git.example.com/a/b:v1.0'],
  ['--image-gc-high-threshold', '85'],
])('%s=%s names no image', (name, value) => {
  const { images, parts } = findIn(workload({ image: 'app', args: [`${name}=${value}`] }))
  expect(images.map(({ image }) => image)).toEqual(['app'])
  expect(parts).toEqual([])
})
