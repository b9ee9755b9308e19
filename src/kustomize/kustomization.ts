// A kustomization file: found, read, and its old fields moved to where they belong now.

import type { Value } from '../formats/value.ts'
import {
  fieldsAt,
  listAt,
  readAs,
  textAt,
  textMapAt,
  textsAt,
  type Fields,
} from './config/read-as.ts'
import { kustomizationShape } from './config/shapes.ts'
import { KustomizeError, within } from './errors.ts'
import { kustomizationFileNames } from './file-names.ts'
import { joinPaths, type Loader } from './loader.ts'

export interface Kustomization {
  /** The name of the file in its folder. */
  readonly fileName: string
  readonly fields: Fields
  readonly isComponent: boolean
}

const group = 'kustomize.config.k8s.io'
const versions: Readonly<Record<string, string>> = {
  Kustomization: `${group}/v1beta1`,
  Component: `${group}/v1alpha1`,
}

/** Reads the kustomization of a folder. */
export function loadKustomization(loader: Loader): Kustomization {
  const found = kustomizationFileNames.flatMap((fileName) => {
    try {
      return [{ fileName, text: loader.load(fileName) }]
    } catch (error) {
      if (error instanceof KustomizeError && error.code !== 'limit') return []
      throw error
    }
  })
  const [only] = found
  if (only === undefined) {
    const names = kustomizationFileNames.map((name) => `'${name}'`).join(', ')
    throw new KustomizeError('missing', `unable to find one of ${names} in '${loader.root}'`)
  }
  if (found.length > 1) {
    const names = found.map(({ fileName }) => fileName).join(', ')
    const message = `Found multiple kustomization files under: ${loader.root}: ${names}`
    throw new KustomizeError('conflict', message)
  }
  return readKustomization(only.text, only.fileName, loader.root)
}

function readKustomization(text: string, fileName: string, root: string): Kustomization {
  const path = joinPaths(root, fileName)
  let fields: Fields
  try {
    fields = readAs(text, kustomizationShape, 'exact')
  } catch (error) {
    throw within(`${path}: invalid Kustomization`, error)
  }
  if ([...fields.keys()].every((name) => name === 'kind' || name === 'apiVersion'))
    throw new KustomizeError('invalid', `${path}: kustomization.yaml is empty`)
  const kind = textAt(fields, 'kind') || 'Kustomization'
  const wanted = versions[kind]
  if (wanted === undefined) {
    const message = `kind should be Kustomization or Component, it is ${kind}`
    throw new KustomizeError('invalid', `${path}: ${message}`)
  }
  const apiVersion = textAt(fields, 'apiVersion') || wanted
  if (apiVersion !== wanted) {
    const message = `apiVersion for ${kind} should be ${wanted}, it is ${apiVersion}`
    throw new KustomizeError('invalid', `${path}: ${message}`)
  }
  return { fileName, fields: withNewFields(fields), isComponent: kind === 'Component' }
}

function withNewFields(fields: Fields): Fields {
  const changed = new Map(fields)
  changed.set('resources', [...textsAt(fields, 'resources'), ...textsAt(fields, 'bases')])
  changed.set('images', [...listAt(fields, 'images'), ...listAt(fields, 'imageTags')])
  const old = listAt(fields, 'helmChartInflationGenerator')
  if (old.length === 0) return changed
  changed.set('helmCharts', [...listAt(fields, 'helmCharts'), ...old.map(newHelmChart)])
  const globals = old.reduce<Map<string, Value>>((known, one) => {
    const home = textAt(one, 'chartHome')
    return home === '' ? known : known.set('chartHome', home)
  }, new Map())
  if (fieldsAt(fields, 'helmGlobals') === undefined && globals.size > 0)
    changed.set('helmGlobals', globals)
  return changed
}

const newHelmNames: Readonly<Record<string, string>> = {
  chartName: 'name',
  chartVersion: 'version',
  chartRepoUrl: 'repo',
  values: 'valuesFile',
  valuesLocal: 'valuesInline',
  valuesMerge: 'valuesMerge',
  releaseName: 'releaseName',
}

function newHelmChart(old: Fields): Fields {
  const renamed = [...old].flatMap(([name, value]) => {
    const newName = newHelmNames[name]
    return newName === undefined ? [] : [[newName, value] as const]
  })
  return new Map(renamed)
}

/** The warnings about fields that are on their way out. */
export function deprecations(fields: Fields): readonly string[] {
  const fix = "Run 'kustomize edit fix' to update your Kustomization automatically."
  const old: readonly (readonly [string, string, string])[] = [
    ['bases', 'resources', fix],
    ['commonLabels', 'labels', fix],
    ['imageTags', 'images', fix],
    ['patchesJson6902', 'patches', fix],
    ['patchesStrategicMerge', 'patches', fix],
    ['vars', 'replacements', `[EXPERIMENTAL] ${fix}`],
  ]
  return old
    .filter(([name]) => fields.has(name))
    .map(
      ([name, use, how]) =>
        `# Warning: '${name}' is deprecated. Please use '${use}' instead. ${how}`,
    )
}

/** The metadata that `openapi` names. */
export function openapiOf(fields: Fields): ReadonlyMap<string, string> {
  return textMapAt(fields, 'openapi')
}
