import { expect, test } from 'vitest'
import type { KubeObject } from '../objects/kube-object.ts'
import { findImages } from './find-images.ts'
import { type RewriteRules, rewriteImage, rewritePlace } from './rewrite-image.ts'
import { rewriteImages } from './rewrite-images.ts'

const digest = `sha256:${'0a'.repeat(32)}`

test.each<[string, RewriteRules, string, string]>([
  ['nothing without rules', {}, 'nginx', 'nginx'],
  ['the host', { registry: 'reg.local' }, 'quay.io/a/b:1', 'reg.local/a/b:1'],
  ['Docker Hub that is not written', { registry: 'reg.local' }, 'nginx', 'reg.local/library/nginx'],
  ['into a path', { registry: 'reg.local:5000/m/' }, 'a/b:1', 'reg.local:5000/m/a/b:1'],
  ['and keeps the digest', { registry: 'r.io' }, `a/b:1@${digest}`, `r.io/a/b:1@${digest}`],
  ['nothing that is there already', { registry: 'r.io/m' }, 'r.io/m/a:1', 'r.io/m/a:1'],
  ['nothing that is no image', { registry: 'r.io' }, '{{ x }}', '{{ x }}'],
  ['a registry by the map', { map: { 'quay.io': 'm.io/quay' } }, 'quay.io/a:1', 'm.io/quay/a:1'],
  ['Docker Hub by the map', { map: { 'docker.io': 'm.io' } }, 'redis:7', 'm.io/library/redis:7'],
  ['a folder by the map', { map: { 'quay.io/a': 'm.io/x' } }, 'quay.io/a/b:1', 'm.io/x/b:1'],
  [
    'no folder that only starts so',
    { map: { 'quay.io/a': 'm.io' } },
    'quay.io/ab:1',
    'quay.io/ab:1',
  ],
  ['a folder of Docker Hub', { map: { bitnami: 'm.io/b' } }, 'bitnami/redis:7', 'm.io/b/redis:7'],
  ['an image with any tag', { map: { 'a/b': 'm.io/c' } }, 'a/b:2', 'm.io/c:2'],
  ['an image of Docker Hub itself', { map: { nginx: 'm.io/web' } }, 'nginx:1', 'm.io/web:1'],
  ['one tag to another', { map: { 'a/b:1': 'm.io/b:2' } }, 'a/b:1', 'm.io/b:2'],
  ['not another tag', { map: { 'a/b:1': 'm.io/b:2' } }, 'a/b:3', 'a/b:3'],
  ['by the longest rule', { map: { 'q.io': 'x.io', 'q.io/a': 'y.io' } }, 'q.io/a/b', 'y.io/b'],
  [
    'by the map before the registry',
    { registry: 'r.io', map: { 'q.io': 'x.io' } },
    'q.io/a',
    'x.io/a',
  ],
])('rewrites %s', (_, rules, image, to) => {
  expect(rewriteImage(image, rules)).toBe(to)
})

test.each<[string, RewriteRules, string, string]>([
  ['a registry', { registry: 'r.io' }, 'quay.io', 'r.io'],
  ['a folder and its slash', { registry: 'r.io/m' }, 'quay.io/a/', 'r.io/m/a/'],
  ['a folder of Docker Hub', { registry: 'r.io' }, 'kubedb', 'r.io/kubedb'],
  ['Docker Hub itself', { map: { 'docker.io': 'r.io' } }, 'docker.io', 'r.io'],
  ['nothing that no rule means', { map: { 'quay.io': 'r.io' } }, 'ghcr.io', 'ghcr.io'],
  ['nothing that is there', { registry: 'r.io' }, 'r.io', 'r.io'],
])('rewrites a place: %s', (_, rules, place, to) => {
  expect(rewritePlace(place, rules)).toBe(to)
})

const object: KubeObject = {
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 'x' },
  spec: {
    image: 'unsure',
    template: {
      spec: {
        containers: [
          { name: 'a', image: `quay.io/a/b@${digest}`, args: ['--x-image=a/c:1', '--y=1'] },
        ],
      },
    },
  },
}

test('all images that are certain are rewritten where they are', () => {
  const { object: result, rewritten } = rewriteImages(object, { registry: 'reg.local' })
  expect(result['spec']).toEqual({
    image: 'unsure',
    template: {
      spec: {
        containers: [
          {
            name: 'a',
            image: `reg.local/a/b@${digest}`,
            args: ['--x-image=reg.local/a/c:1', '--y=1'],
          },
        ],
      },
    },
  })
  expect(rewritten.map(({ from, to }) => [from, to])).toEqual([
    [`quay.io/a/b@${digest}`, `reg.local/a/b@${digest}`],
    ['a/c:1', 'reg.local/a/c:1'],
  ])
  const left = findImages(result).filter(({ confident }) => confident)
  expect(left.every(({ reference }) => reference.host === 'reg.local')).toBe(true)
})

test('images in fields of their own are rewritten in them', () => {
  const single: KubeObject = {
    apiVersion: 'operator.victoriametrics.com/v1beta1',
    kind: 'VMSingle',
    metadata: { name: 'x' },
    spec: { image: { repository: 'quay.io/vm/single', tag: 'v1', pullPolicy: 'Always' } },
  }
  expect(rewriteImages(single, { registry: 'reg.local:5000' }).object['spec']).toEqual({
    image: { repository: 'reg.local:5000/vm/single', tag: 'v1', pullPolicy: 'Always' },
  })
})

test('an object without rules for it stays the same one', () => {
  expect(rewriteImages(object, { map: { 'other.io': 'reg.local' } }).object).toBe(object)
})
