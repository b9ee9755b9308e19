import { quote } from '../../formats/quote.ts'
import type { Value } from '../../formats/value.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { readYamlAs } from '../../formats/yaml/read.ts'
import type { Shape } from '../../formats/yaml/shape.ts'
import type { KubeVersion } from '../../template/objects/capabilities.ts'
import { isTable } from '../values/table.ts'
import { deprecationProblem } from './deprecation.ts'
import type { LintMessage } from './message.ts'
import { type ObjectHead, readObjectHeads } from './object-head.ts'
import { objectNameProblem } from './object-name.ts'

/** Whether a file could be read to its end. */
export type FileOutcome = 'read' | 'unreadable'

/** The rules of the objects in a rendered file. */
export function* lintRenderedFile(
  path: string,
  text: string,
  kubeVersion: KubeVersion,
): Generator<LintMessage, FileOutcome> {
  for (const head of readObjectHeads(text)) {
    if ('problem' in head) {
      yield { severity: 'error', path, message: `unable to parse YAML: ${head.problem}` }
      return 'unreadable'
    }
    const found = [
      ['warning', objectNameProblem(head.kind, head.name)],
      ['warning', deprecationProblem(head.apiVersion, head.kind, kubeVersion)],
      ['error', selectorProblem(head, text)],
      ['error', listProblem(head, text)],
    ] as const
    for (const [severity, message] of found) {
      if (message !== undefined) yield { severity, path, message }
    }
  }
  return 'read'
}

/** Looks at the whole file, as Helm does: a selector anywhere in it will do. */
function selectorProblem({ kind, name }: ObjectHead, text: string): string | undefined {
  if (!['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet'].includes(kind)) return undefined
  if (text.includes('matchLabels') || text.includes('matchExpressions')) return undefined
  return `a ${kind} must contain matchLabels or matchExpressions, and ${quote(name)} does not`
}

const listShape: Shape = {
  kind: 'struct',
  type: 'struct { Items []struct { Metadata struct { Annotations map[string]string } } }',
  fields: {
    Items: {
      kind: 'list',
      of: {
        kind: 'struct',
        type: 'struct { Metadata struct { Annotations map[string]string } }',
        fields: {
          Metadata: {
            kind: 'struct',
            type: 'struct { Annotations map[string]string }',
            fields: { Annotations: { kind: 'map', of: 'string' } },
          },
        },
      },
    },
  },
}

function listProblem({ kind }: ObjectHead, text: string): string | undefined {
  if (kind !== 'List') return undefined
  let list: Value
  try {
    list = readYamlAs(text, listShape)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return `unable to parse YAML: ${error.message}`
  }
  const items = isTable(list) ? list.get('Items') : undefined
  const isKept = Array.isArray(items) && items.some((item: Value) => hasResourcePolicy(item))
  return isKept ? "annotation 'helm.sh/resource-policy' within List objects are ignored" : undefined
}

function hasResourcePolicy(item: Value): boolean {
  const metadata = isTable(item) ? item.get('Metadata') : undefined
  const annotations = isTable(metadata) ? metadata.get('Annotations') : undefined
  return isTable(annotations) && annotations.has('helm.sh/resource-policy')
}
