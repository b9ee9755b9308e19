import { expect, test } from 'vitest'
import { contentsOf } from './chart-contents.ts'

const texts = [
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: a, image: "nginx:1.27"}]}}}',
  'apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData: {word: hidden}',
  [
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata: {name: reader}',
    'rules:',
    '- {apiGroups: ["", apps], resources: [pods], verbs: [get, list]}',
    '- {nonResourceURLs: [/metrics], verbs: [get]}',
  ].join('\n'),
]

test('a chart is told by its objects, images and the rights that it gives', () => {
  const { objects, images, grants } = contentsOf(texts)
  expect(objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'Deployment web',
    'Secret login',
    'ClusterRole reader',
  ])
  expect(JSON.stringify(objects)).not.toContain('hidden')
  expect(images).toEqual(['docker.io/library/nginx:1.27'])
  expect(grants).toEqual([
    {
      role: 'ClusterRole/reader',
      isClusterWide: true,
      verbs: ['get', 'list'],
      resources: ['pods', 'pods.apps'],
    },
    {
      role: 'ClusterRole/reader',
      isClusterWide: true,
      verbs: ['get'],
      resources: ['/metrics'],
    },
  ])
})
