import { expect, test } from 'vitest'
import type { Json } from '../objects/json.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import { findImages } from './find-images.ts'

function objectOf(apiVersion: string, kind: string, rest: Readonly<Record<string, Json>>) {
  const object: KubeObject = { apiVersion, kind, metadata: { name: 'x' }, ...rest }
  return object
}

function deploymentOf(container: Readonly<Record<string, Json>>): KubeObject {
  const containers = [{ name: 'app', ...container }]
  return objectOf('apps/v1', 'Deployment', { spec: { template: { spec: { containers } } } })
}

const digest = `sha256:${'0a'.repeat(32)}`

const rows: readonly { name: string; object: KubeObject; found: readonly string[] }[] = [
  {
    name: 'containers of all sorts and image volumes',
    object: objectOf('v1', 'Pod', {
      spec: {
        initContainers: [{ name: 'a', image: 'one' }],
        containers: [{ name: 'b', image: 'two:2' }],
        ephemeralContainers: [{ name: 'c', image: 'three' }],
        volumes: [{ name: 'd', image: { reference: `four@${digest}` } }, { name: 'e' }],
      },
    }),
    found: ['one', 'two:2', 'three', `four@${digest}`],
  },
  {
    name: 'pod templates inside of custom resources',
    object: objectOf('ray.io/v1', 'RayCluster', {
      spec: { groups: [{ template: { spec: { containers: [{ name: 'a', image: 'ray' }] } } }] },
    }),
    found: ['ray'],
  },
  {
    name: 'flags that say image, in both ways of writing them',
    object: deploymentOf({
      image: 'app',
      command: ['run', '--manager-image', 'longhorn/manager:v1', '--log', 'a/b:c'],
      args: ['--acme-http01-solver-image=quay.io/jetstack/solver:v1', '--image-pull-policy=Always'],
    }),
    found: ['app', 'longhorn/manager:v1', 'quay.io/jetstack/solver:v1'],
  },
  {
    name: 'flags whose value can be nothing else',
    object: deploymentOf({
      image: 'app',
      args: [
        '--prometheus-config-reloader=quay.io/prometheus-operator/reloader:v1',
        '--upstream=example.com/path:80',
        '--registry=quay.io/team',
        '--url=https://quay.io/a/b:1',
      ],
    }),
    found: ['app', 'quay.io/prometheus-operator/reloader:v1'],
  },
  {
    name: 'variables that say image',
    object: deploymentOf({
      image: 'app',
      env: [
        { name: 'RELATED_IMAGE_DATABASE', value: 'docker.io/a/db:1' },
        { name: 'SIDECAR_IMAGE', value: 'a/sidecar:2' },
        { name: 'IMAGE_PROVIDER_HOST', value: 'image-provider' },
        { name: 'IMAGE_PROVIDER_PORT', value: '8081' },
        { name: 'SKIP_IMAGE_PLUGINS', value: 'false' },
        { name: 'FROM_ELSEWHERE_IMAGE', valueFrom: { fieldRef: { fieldPath: 'a' } } },
      ],
    }),
    found: ['app', 'docker.io/a/db:1', 'a/sidecar:2'],
  },
  ...(
    [
      [
        'monitoring.coreos.com/v1',
        'Prometheus',
        { image: 'a', thanos: { image: 'b' } },
        ['a', 'b'],
      ],
      ['postgresql.cnpg.io/v1', 'Cluster', { imageName: 'pg' }, ['pg']],
      ['kafka.strimzi.io/v1', 'Kafka', { kafka: { image: 'kafka' } }, ['kafka']],
      ['elasticsearch.k8s.elastic.co/v1', 'Elasticsearch', { image: 'es' }, ['es']],
      ['ceph.rook.io/v1', 'CephCluster', { cephVersion: { image: 'ceph' } }, ['ceph']],
      ['acid.zalan.do/v1', 'postgresql', { dockerImage: 'spilo' }, ['spilo']],
      ['tekton.dev/v1', 'Task', { steps: [{ image: 'a' }, { image: 'b' }] }, ['a', 'b']],
      [
        'operator.victoriametrics.com/v1beta1',
        'VMSingle',
        { image: { repository: 'q.io/vm', tag: '1' } },
        ['q.io/vm:1'],
      ],
      [
        'opentelemetry.io/v1',
        'Instrumentation',
        { java: { image: 'j' }, go: { image: 'g' } },
        ['j', 'g'],
      ],
      ['argoproj.io/v1alpha1', 'Workflow', { templates: [{ container: { image: 'w' } }] }, ['w']],
    ] as const
  ).map(([apiVersion, kind, spec, found]) => ({
    name: `the fields of ${kind}`,
    object: objectOf(apiVersion, kind, { spec }),
    found,
  })),
  {
    name: 'fields of custom resources nobody knows that say image',
    object: objectOf('example.com/v1', 'Thing', {
      spec: { workerImage: 'quay.io/a/worker:1', imagePullPolicy: 'Always', image: { tag: '1' } },
    }),
    found: ['quay.io/a/worker:1'],
  },
  {
    name: 'images that a config map hands on',
    object: objectOf('v1', 'ConfigMap', {
      data: { 'builder-image': 'kubeless/builder:v1', level: 'debug', 'image-size': 'small' },
    }),
    found: ['kubeless/builder:v1'],
  },
  {
    name: 'annotations that say image',
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x', annotations: { 'sidecar.istio.io/proxyImage': 'istio/proxyv2:1' } },
    },
    found: ['istio/proxyv2:1'],
  },
  {
    name: 'what is in a List',
    object: {
      apiVersion: 'v1',
      kind: 'List',
      metadata: {},
      items: [deploymentOf({ image: 'a' })],
    },
    found: ['a'],
  },
  {
    name: 'nothing in the schemas of custom resources',
    object: objectOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
      spec: { containers: [{ name: 'a', image: 'quay.io/a/b:1' }] },
    }),
    found: [],
  },
  {
    name: 'nothing where a built-in kind has a field of that name',
    object: objectOf('storage.k8s.io/v1', 'StorageClass', { parameters: { image: 'a/b:1' } }),
    found: [],
  },
]

test.each(rows)('finds $name', ({ object, found }) => {
  expect(findImages(object).map(({ image }) => image)).toEqual(found)
  expect(findImages(object).every(({ confident }) => confident)).toBe(true)
})

test('an image says where it is and whose it is', () => {
  const [run, told] = findImages(deploymentOf({ image: 'a:1', args: ['-v', '--x-image=b:2'] }))
  expect(run).toMatchObject({
    path: ['spec', 'template', 'spec', 'containers', 0, 'image'],
    container: 'app',
    reference: { host: 'docker.io', repository: 'library/a', tag: '1', digest: undefined },
  })
  expect(told).toMatchObject({
    path: ['spec', 'template', 'spec', 'containers', 0, 'args', 1],
    container: 'app',
    slots: { whole: { start: 10, end: 13 } },
  })
})

test.each([
  { name: 'YAML', text: 'a:\n  - image: quay.io/a/b:1\n    name: x\n' },
  { name: 'JSON', text: '{\n  "image": "quay.io/a/b:1",\n  "x": 1\n}\n' },
  { name: 'TOML', text: '[runner]\nhelper_image = "quay.io/a/b:1"\n' },
])('images in $name inside of a config map are found but not certain', ({ text }) => {
  const found = findImages(objectOf('v1', 'ConfigMap', { data: { file: text } }))
  expect(found).toMatchObject([{ image: 'quay.io/a/b:1', confident: false }])
})
