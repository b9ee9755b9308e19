import { expect, test } from 'vitest'
import type { KubeObject } from '../../objects/kube-object.ts'
import { incompatibilities } from './incompatibilities.ts'

function object(apiVersion: string, kind: string, namespace?: string): KubeObject {
  const metadata = namespace === undefined ? { name: 'demo' } : { name: 'demo', namespace }
  return { apiVersion, kind, metadata }
}

test.each([
  { name: 'nothing stands against a chart without demands', kubernetes: '1.36', lines: [] },
  { name: 'its range fits', kubeVersion: '>=1.29.0-0', kubernetes: 'v1.34.4-gke.1', lines: [] },
  {
    name: 'its range does not fit',
    kubeVersion: '>=1.35.0-0',
    kubernetes: '1.34.4',
    lines: ['the chart wants Kubernetes >=1.35.0-0'],
  },
  {
    name: 'its range is none',
    kubeVersion: 'new',
    kubernetes: '1.34',
    lines: ['the chart wants Kubernetes new'],
  },
  {
    name: 'an API goes with the next version',
    objects: [object('flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema')],
    kubernetes: '1.31',
    lines: [],
  },
  {
    name: 'an API is gone',
    objects: [
      object('flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema'),
      object('apps/v1', 'Deployment', 'team'),
    ],
    kubernetes: '1.32',
    lines: [
      'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema demo was removed in Kubernetes 1.32: use flowcontrol.apiserver.k8s.io/v1',
    ],
  },
  {
    name: 'an API is gone for good',
    objects: [object('policy/v1beta1', 'PodSecurityPolicy')],
    kubernetes: '1.25',
    lines: [
      'policy/v1beta1 PodSecurityPolicy demo was removed in Kubernetes 1.25: there is no replacement',
    ],
  },
  {
    name: 'two at once',
    objects: [
      object('batch/v1beta1', 'CronJob', 'team'),
      object('policy/v1beta1', 'PodDisruptionBudget', 'team'),
    ],
    kubernetes: '1.36',
    lines: [
      'batch/v1beta1 CronJob team/demo was removed in Kubernetes 1.25: use batch/v1',
      'policy/v1beta1 PodDisruptionBudget team/demo was removed in Kubernetes 1.25: use policy/v1',
    ],
  },
  { name: 'no version', kubernetes: 'new', lines: ['"new" is no version of Kubernetes'] },
])('$name', ({ kubeVersion = '', objects = [], kubernetes, lines }) => {
  expect(incompatibilities({ kubeVersion, objects }, kubernetes)).toEqual(lines)
})
