import { pluginKind } from '../../kinds/plugin.ts'
import { type KubeObject, listAt, numberAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { KindView } from '../kind/kind-view.ts'
import type { ValueFields } from './values/set-values.ts'

/** The fields that hold the values of a plugin. */
export const pluginValueFields: ValueFields = {
  object: 'values',
  text: 'valuesText',
  nulls: 'write',
}

/** How people look at plugins. */
export const pluginView: KindView = {
  noun: 'plugin',
  definition: pluginKind,
  columns: [
    { header: 'enabled', cell: (one) => (isEnabled(one) ? 'yes' : 'no') },
    { header: 'chart', cell: chartOf },
    { header: 'cluster', cell: (one) => textAt(one, ['spec', 'cluster']) },
    { header: 'version', cell: (one) => textAt(one, ['status', 'version']) },
    { header: 'revision', cell: (one) => countAt(one, ['status', 'revision']), wide: true },
    { header: 'app version', cell: (one) => textAt(one, ['status', 'appVersion']), wide: true },
  ],
  facts: (one) => [
    ['Enabled', isEnabled(one) ? 'yes' : 'no (the values are kept)'],
    [
      'Source',
      `${textAt(one, ['spec', 'repo'])} ${chartOf(one)} ${textAt(one, ['spec', 'version'])}`.trim(),
    ],
    ['Cluster', textAt(one, ['spec', 'cluster']) || "the platform's own"],
    ['Installed', installedOf(one)],
    ['Release', releaseOf(one)],
    ['Waits for', linesAt(one, ['status', 'waitingFor'])],
    ['Depends on', listAt(one, ['spec', 'dependsOn']).map(dependencyText).join('\n')],
    ['Drift', linesAt(one, ['status', 'drift'])],
    ['Objects', countAt(one, ['status', 'objects'])],
    ['Values', textAt(one, ['spec', 'valuesText']).trimEnd() || jsonAt(one, ['spec', 'values'])],
  ],
}

function isEnabled(plugin: KubeObject): boolean {
  return readPath(plugin, ['spec', 'enabled']) !== false
}

function chartOf(plugin: KubeObject): string {
  return textAt(plugin, ['spec', 'name']) || textAt(plugin, ['metadata', 'name'])
}

function installedOf(plugin: KubeObject): string {
  const version = textAt(plugin, ['status', 'version'])
  if (version === '') return ''
  const app = textAt(plugin, ['status', 'appVersion'])
  return app === '' ? version : `${version} (app ${app})`
}

function releaseOf(plugin: KubeObject): string {
  const name = textAt(plugin, ['status', 'releaseName'])
  if (name === '') return ''
  const revision = countAt(plugin, ['status', 'revision'])
  return `${textAt(plugin, ['status', 'targetNamespace'])}/${name}, revision ${revision}`
}

function dependencyText(dependency: Parameters<typeof textAt>[0]): string {
  const at = (field: string) => textAt(dependency, [field])
  if (at('plugin') !== '') return `plugin ${at('plugin')} ${at('version')}`.trim()
  const name = at('namespace') === '' ? at('name') : `${at('namespace')}/${at('name')}`
  const condition = at('condition') === '' ? '' : `(${at('condition')})`
  return [at('apiVersion'), at('kind'), name, condition].filter((one) => one !== '').join(' ')
}

function linesAt(plugin: KubeObject, path: readonly string[]): string {
  return listAt(plugin, path)
    .filter((line) => typeof line === 'string')
    .join('\n')
}

function countAt(plugin: KubeObject, path: readonly string[]): string {
  const count = numberAt(plugin, path)
  return count === undefined ? '' : String(count)
}

function jsonAt(plugin: KubeObject, path: readonly string[]): string {
  const value = readPath(plugin, path)
  return value === undefined ? '' : JSON.stringify(value)
}
