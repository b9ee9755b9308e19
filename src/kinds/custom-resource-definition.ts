import { apiGroup } from './group.ts'
import type { JsonRecord } from './json-value.ts'
import type { KindDefinition } from './kind-definition.ts'
import { openApiOf } from './schema/open-api.ts'

/** The CustomResourceDefinition of a kind. */
export function customResourceDefinition(definition: KindDefinition): JsonRecord {
  const { kind, plural, shortNames, scope } = definition
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${apiGroup}`,
      labels: { 'app.kubernetes.io/part-of': 'outrigger' },
    },
    spec: {
      group: apiGroup,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        shortNames,
        categories: ['outrigger'],
      },
      scope,
      versions: [versionOf(definition)],
    },
  }
}

function versionOf({ description, spec, status, columns }: KindDefinition): JsonRecord {
  return {
    name: 'v1alpha1',
    served: true,
    storage: true,
    subresources: { status: {} },
    additionalPrinterColumns: columns.map(({ name, type, path, wide }) => ({
      name,
      type,
      jsonPath: path,
      ...(wide === undefined ? {} : { priority: 1 }),
    })),
    schema: {
      openAPIV3Schema: {
        description,
        type: 'object',
        required: ['spec'],
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: { type: 'object' },
          spec: openApiOf(spec),
          status: openApiOf(status),
        },
      },
    },
  }
}
