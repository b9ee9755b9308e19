import { expect, test } from 'vitest'
import { parseApiVersion } from '../kube-object.ts'
import { builtInResources } from './built-in-resources.ts'
import { findRemovedApi, removedApis } from './removed-apis.ts'

test.each([
  {
    apiVersion: 'extensions/v1beta1',
    kind: 'Ingress',
    removedIn: 22,
    replacement: 'networking.k8s.io/v1',
  },
  {
    apiVersion: 'policy/v1beta1',
    kind: 'PodSecurityPolicy',
    removedIn: 25,
    replacement: undefined,
  },
  {
    apiVersion: 'autoscaling/v2beta2',
    kind: 'HorizontalPodAutoscaler',
    removedIn: 26,
    replacement: 'autoscaling/v2',
  },
])('$apiVersion $kind is gone since 1.$removedIn', ({ apiVersion, kind, ...expected }) => {
  const found = findRemovedApi({ ...parseApiVersion(apiVersion), kind })
  expect({ removedIn: found?.removedIn, replacement: found?.replacement }).toEqual(expected)
})

test('what is there to stay is not in the table', () => {
  expect(findRemovedApi({ group: 'apps', version: 'v1', kind: 'Deployment' })).toBeUndefined()
})

test('a real server serves nothing after its removal', () => {
  const wrong = builtInResources().flatMap((resource) => {
    const removed = findRemovedApi(resource)
    const late = resource.minors.filter(
      (minor) => Number(minor.slice(2)) >= (removed?.removedIn ?? 999),
    )
    return late.map((minor) => `${resource.group}/${resource.version} ${resource.kind} in ${minor}`)
  })
  expect(wrong).toEqual([])
})

test('a replacement is not gone before what it replaces', () => {
  const wrong = removedApis().filter(({ kind, removedIn, replacement }) => {
    const next =
      replacement === undefined
        ? undefined
        : findRemovedApi({ ...parseApiVersion(replacement), kind })
    return next !== undefined && next.removedIn <= removedIn
  })
  expect(wrong).toEqual([])
})
