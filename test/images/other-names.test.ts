import { describe, expect, test } from 'vitest'
import { findIn } from '../../src/images/find-images.ts'
import { rewriteImages } from '../../src/images/rewrite-images.ts'
import type { Json } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'

const host = 'reg.int:5000'

function thing(spec: Json): KubeObject {
  return { apiVersion: 'unseen.example.com/v1', kind: 'Widget', metadata: { name: 'x' }, spec }
}

function pod(container: Readonly<Record<string, Json>>): KubeObject {
  const spec = { containers: [{ name: 'a', ...container }] }
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec }
}

function config(data: Readonly<Record<string, Json>>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data }
}

function annotated(annotations: Readonly<Record<string, string>>): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', annotations }, spec: {} }
}

// The forms that the tables have, under names that no table has: `a/…` is found, with its host before it.
const rows: readonly (readonly [string, KubeObject, readonly string[]])[] = [
  [
    'maps of images in parts, also where a tag is a number',
    thing({ images: { a: { repository: `${host}/a/x`, tag: 2 }, b: `${host}/a/y:1` } }),
    ['a/x:2', 'a/y:1'],
  ],
  ['lists of images', thing({ imageList: [`${host}/a/x:1`, `${host}/a/y:2`] }), ['a/x:1', 'a/y:2']],
  [
    'images of a kustomization',
    thing({ images: [{ name: 'app', newName: `${host}/a/x`, newTag: '1' }, `app=${host}/a/y:2`] }),
    ['a/x:1', 'a/y:2'],
  ],
  [
    'parts in fields beside each other',
    thing({ proxyImageRegistry: host, proxyImageRepository: 'a/x', proxyImageTag: '1' }),
    ['a/x:1'],
  ],
  ['a base image with its version', thing({ baseImage: `${host}/a/x`, version: 'v7' }), ['a/x:v7']],
  [
    'registry, repository and tag',
    thing({ registry: host, repository: 'a/x', tag: '1' }),
    ['a/x:1'],
  ],
  [
    'addresses',
    thing({ imageURL: `${host}/a/x:1`, from: { url: `docker://${host}/a/y:1` } }),
    ['a/x:1', 'a/y:1'],
  ],
  ['short names', thing({ img: `${host}/a/x:1`, initImg: `${host}/a/y:1` }), ['a/x:1', 'a/y:1']],
  [
    'parameters',
    thing({
      params: [
        { name: 'BUILDER_IMAGE', default: `${host}/a/x:1` },
        { name: 'n', value: '1' },
      ],
    }),
    ['a/x:1'],
  ],
  [
    'values of a chart by parameters',
    thing({
      parameters: [
        { name: 'image.repository', value: `${host}/a/x` },
        { name: 'image.tag', value: '4' },
      ],
    }),
    ['a/x:4'],
  ],
  ['scripts', thing({ script: `#!/bin/sh\ndocker pull ${host}/a/x:1\n` }), ['a/x:1']],
  [
    'flags of parts',
    pod({
      args: [
        `--image-repository=${host}/a/x`,
        '--image-tag=9',
        '--agent-image-name',
        `${host}/a/y`,
        '--agent-image-tag',
        '2',
      ],
    }),
    ['a/x:9', 'a/y:2'],
  ],
  [
    'keys with values, alone and behind a flag',
    pod({
      args: [`image=${host}/a/x:1`, `--set=side.image=${host}/a/y:1`, `--images=a=${host}/a/z:1`],
    }),
    ['a/x:1', 'a/y:1', 'a/z:1'],
  ],
  ['JSON behind a flag', pod({ args: [`--config={"image":"${host}/a/x:1"}`] }), ['a/x:1']],
  [
    'variables with lists and addresses',
    pod({
      env: [
        { name: 'PULL_IMAGES', value: `${host}/a/x:1 ${host}/a/y:1` },
        { name: 'RUNNER', value: `docker://${host}/a/z:1` },
        { name: 'EXEC_IMG', value: `${host}/a/w:1` },
      ],
    }),
    ['a/w:1', 'a/x:1', 'a/y:1', 'a/z:1'],
  ],
  [
    'what a shell runs',
    pod({
      command: ['sh', '-c'],
      args: [
        `set -e
# docker run ${host}/b/remark:1
docker run --rm -it -p 80:80 -u 1000:1000 ${host}/a/a:1 ls
nerdctl -n k8s.io run ${host}/a/b:1 && ctr -n k8s.io images pull ${host}/a/c:1
kubectl set image deployment/foo foo=${host}/a/d:1
kubectl patch deploy x -p '{"spec":{"containers":[{"name":"a","image":"${host}/a/e:1"}]}}'
export X_IMAGE='${host}/a/f:1'
kubectl debug node/x --image ${host}/a/g:1
cat <<E | kubectl apply -f -
spec:
  containers:
  - image: ${host}/a/h:1
E
curl https://example.com:8443/a/b:c; cp /usr/bin/foo:bar /etc/baz`,
      ],
    }),
    ['a/a:1', 'a/b:1', 'a/c:1', 'a/d:1', 'a/e:1', 'a/f:1', 'a/g:1', 'a/h:1'],
  ],
  [
    'scripts and XML of a config map',
    config({
      'run.sh': `podman run -d ${host}/a/x:1\n`,
      'config.xml': `<pod>\n  <image>${host}/a/y:1</image>\n</pod>\n`,
    }),
    ['a/x:1', 'a/y:1'],
  ],
  [
    'an annotation with its version',
    annotated({
      'config.mesh.io/proxy-image': `${host}/a/x`,
      'config.mesh.io/proxy-version': 'v2',
    }),
    ['a/x:v2'],
  ],
  [
    'what a policy adds to pods',
    {
      apiVersion: 'kyverno.io/v1',
      kind: 'ClusterPolicy',
      metadata: { name: 'x' },
      spec: {
        rules: [
          { verifyImages: [{ image: `${host}/b/judged:1` }] },
          {
            mutate: {
              patch: { spec: { initContainers: [{ name: 'a', image: `${host}/a/x:1` }] } },
            },
          },
        ],
      },
    },
    ['a/x:1'],
  ],
]

describe.each(rows)('%s', (_, object, found) => {
  test('are found', () => {
    const images = findIn(object).images.map(({ image }) => image.replace(`${host}/`, ''))
    expect(images.toSorted()).toEqual(found)
  })

  test('are moved, and nothing else', () => {
    const moved = rewriteImages(object, { map: { [host]: 'reg.local/m' } }).object
    expect(findIn(moved).images.every(({ reference }) => reference.host === 'reg.local')).toBe(true)
    expect(JSON.stringify(moved).replaceAll('reg.local/m', host)).toBe(JSON.stringify(object))
  })
})

test.each([
  ['products of a build', thing({ build: { output: { image: `${host}/b/x:1` } } })],
  ['destinations', thing({ destinationImage: `${host}/b/x:1`, push: true })],
  [
    'images of machines',
    thing({ vmImage: { name: 'ubuntu', version: '22.04' }, amiImage: 'ami-1' }),
  ],
  ['systems of nodes', thing({ osImage: 'projects/debian-cloud/global/images/debian-11' })],
  ['pictures', thing({ image: 'example.com/logo.png', imageUrl: 'https://example.com/x.png' })],
  ['images that a policy leaves out', thing({ exemptImages: [`${host}/b/*`, `${host}/b/x:1`] })],
  ['how images are pulled', pod({ env: [{ name: 'X_IMAGE_PULL_POLICY', value: 'Always' }] })],
  [
    'other addresses',
    pod({
      env: [
        { name: 'DB', value: 'db.example:5432/app' },
        { name: 'K', value: 'k.svc:92' },
      ],
    }),
  ],
  [
    'ports of a container that is run',
    pod({ command: ['sh', '-c', 'docker run -p 80:80 -u 1:1 app'] }),
  ],
])('%s are no images that run', (_, object) => {
  expect(findIn(object).images).toEqual([])
})
