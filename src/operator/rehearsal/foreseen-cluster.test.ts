import { expect, test } from 'vitest'
import { formatApiVersion, parseApiVersion } from '../../objects/kube-object.ts'
import { foreseeKinds } from './foreseen-cluster.ts'

function kind(text: string) {
  const at = text.lastIndexOf('/')
  return { ...parseApiVersion(text.slice(0, at)), kind: text.slice(at + 1) }
}

const flow = 'flowcontrol.apiserver.k8s.io'

test.each([
  {
    name: 'an API that is removed goes, and its successor stays',
    served: [`${flow}/v1beta3/FlowSchema`, `${flow}/v1/FlowSchema`],
    from: 31,
    to: 32,
    goes: [`${flow}/v1beta3/FlowSchema`],
    comes: [],
  },
  {
    name: 'a kind comes',
    served: ['v1/ConfigMap'],
    from: 35,
    to: 36,
    goes: [],
    comes: ['admissionregistration.k8s.io/v1/MutatingAdmissionPolicy'],
  },
  {
    name: 'what nobody knows stays',
    served: ['example.dev/v1alpha1/Thing'],
    from: 34,
    to: 36,
    goes: [],
    comes: [],
  },
  {
    name: 'a version that no table covers yet takes nothing away but what is known to go',
    served: ['v1/ConfigMap', 'networking.k8s.io/v1beta1/IPAddress'],
    from: 36,
    to: 37,
    goes: ['networking.k8s.io/v1beta1/IPAddress'],
    comes: [],
  },
])('$name', ({ served, from, to, goes, comes }) => {
  const foreseen = foreseeKinds(served.map(kind), from, to).map(
    (one) => `${formatApiVersion(one.group, one.version)}/${one.kind}`,
  )
  expect(served.filter((one) => !foreseen.includes(one))).toEqual(goes)
  expect(foreseen).toEqual(expect.arrayContaining(comes))
})
