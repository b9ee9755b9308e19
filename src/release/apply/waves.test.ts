import { expect, test } from 'vitest'
import { deletionWavesOf, wavesOf } from './waves.ts'

const kinds = [
  'Deployment',
  'Widget',
  'RoleBinding',
  'CustomResourceDefinition',
  'Secret',
  'Namespace',
  'ValidatingWebhookConfiguration',
  'Role',
  'StatefulSet',
  'SecretList',
  'RoleBindingList',
  'PriorityClass',
]
const objects = kinds.map((kind) => ({ id: { kind } }))
const inOrder = [
  ['Namespace', 'PriorityClass'],
  ['CustomResourceDefinition'],
  ['Secret', 'Role', 'SecretList'],
  ['RoleBinding', 'RoleBindingList'],
  ['Deployment', 'StatefulSet'],
  ['ValidatingWebhookConfiguration'],
  ['Widget'],
]

function kindsOf(waves: readonly (readonly { readonly id: { readonly kind: string } }[])[]) {
  return waves.map((wave) => wave.map(({ id }) => id.kind))
}

test('what others need is applied first, and custom objects last', () => {
  expect(kindsOf(wavesOf(objects))).toEqual(inOrder)
})

test('deleting goes the other way round', () => {
  expect(kindsOf(deletionWavesOf(objects))).toEqual(inOrder.toReversed())
})
