import { statusFields } from './conditions.ts'
import type { KindDefinition } from './kind-definition.ts'
import { choice, flag, list, object, required, text, withDefault } from './schema/schema.ts'
import { readyColumns } from './shared-fields.ts'

const spec = object('The desired package.', {
  package: required(
    text('The package in a registry: `oci://…:tag` or by digest.', { maxLength: 2048 }),
  ),
  passThrough: withDefault(
    flag('Whether images come from where they were instead of from the package.'),
    false,
  ),
})

const status = object('The observed state.', {
  ...statusFields,
  digest: text('The digest of the package.'),
  steps: list(
    'The steps that were done.',
    object('One step.', {
      name: required(text('Its name.', { maxLength: 253 })),
      state: required(
        choice('How far it is.', ['Waiting', 'Running', 'Done', 'Failed', 'Skipped']),
      ),
      message: text('A message for a person.'),
    }),
    { maxItems: 128, keys: ['name'] },
  ),
})

/** An offline package. */
export const expansionKind = {
  kind: 'Expansion',
  plural: 'expansions',
  shortNames: ['oexp'],
  scope: 'Cluster',
  description: 'An offline package of charts, images and files.',
  spec,
  status,
  columns: [{ name: 'Package', type: 'string', path: '.spec.package' }, ...readyColumns],
  example: {
    metadata: { name: 'base' },
    spec: { package: 'oci://registry.example.com/expansions/base:1.0.0' },
  },
} satisfies KindDefinition
