import { visibleExtensions } from '../../actions/catalogue/visible-extensions.ts'
import { extensionKind } from '../../kinds/extension.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { plainSources } from '../../kinds/plain-sources.ts'
import type { Json } from '../../objects/json.ts'
import { type KubeObject, listAt, numberAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { KindView } from '../kind/kind-view.ts'
import { parameterLines } from './parameter-lines.ts'

/** How people look at extensions. */
export const extensionView: KindView = {
  noun: 'extension',
  definition: extensionKind,
  columns: [
    { header: 'display', cell: (one) => textAt(one, ['spec', 'displayName']) },
    { header: 'category', cell: (one) => textAt(one, ['spec', 'category']) },
    { header: 'versions', cell: versionsOf },
    { header: 'instances', cell: instancesOf },
  ],
  visibleTo: visibleExtensions,
  facts: (one) => [
    ['Display name', textAt(one, ['spec', 'displayName'])],
    ['Category', textAt(one, ['spec', 'category'])],
    ['Description', textAt(one, ['spec', 'description']).trimEnd()],
    ['Visible to', visibilityOf(one)],
    ['Versions', versionsOf(one)],
    [
      'Sources',
      listAt(plainSources(one as JsonRecord) as Json, ['spec', 'sources'])
        .map(sourceText)
        .join('\n'),
    ],
    [
      'Depends on',
      listAt(one, ['spec', 'dependsOn'])
        .map((need) => `${textAt(need, ['extension'])} ${textAt(need, ['version'])}`.trim())
        .join('\n'),
    ],
    ['Parameters', parameterLines(readPath(one, ['spec', 'parameters']), '').join('\n')],
    ['Instances', instancesOf(one)],
    [
      'In use',
      listAt(one, ['status', 'usage'])
        .map((use) => `${textAt(use, ['source'])}: ${numberAt(use, ['instances']) ?? 0}`)
        .join('\n'),
    ],
  ],
}

function visibilityOf(extension: KubeObject): string {
  if (readPath(extension, ['spec', 'visibility']) === undefined) return 'all namespaces'
  const names = listAt(extension, ['spec', 'visibility', 'namespaces']).map(String)
  const labels = readPath(extension, ['spec', 'visibility', 'namespaceLabels'])
  const pairs = Object.entries(labels ?? {}).map((pair) => pair.join('='))
  const wanted = pairs.length === 0 ? [] : [`namespaces with ${pairs.join(' and ')}`]
  return ['the platform', ...names, ...wanted].join(', ')
}

function versionsOf(extension: KubeObject): string {
  return listAt(extension, ['status', 'versions'])
    .filter((version) => typeof version === 'string')
    .join(', ')
}

function instancesOf(extension: KubeObject): string {
  return String(numberAt(extension, ['status', 'instances']) ?? 0)
}

function sourceText(source: Parameters<typeof textAt>[0]): string {
  const at = (field: string) => textAt(source, [field])
  const place = [at('repo'), at('name'), at('tag') || at('chartVersion')]
  const range = at('kubernetes') === '' ? 'every Kubernetes' : `Kubernetes ${at('kubernetes')}`
  return `${place.filter((part) => part !== '').join(' ')} for ${range}`
}
