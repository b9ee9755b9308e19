import { capabilitiesOf, parseKubeVersion } from '../chart/capabilities.ts'
import type { Chart, ChartFile, Table } from '../chart/chart.ts'
import { seededEntropy } from '../chart/render/entropy.ts'
import { folderFiles } from '../chart/load/folder-files.ts'
import { inflateAhead } from '../chart/load/inflate-ahead.ts'
import { loadArchive, loadFiles } from '../chart/load/load.ts'
import type { Hook, Manifest } from '../chart/render/manifests.ts'
import { checkReleaseName } from '../chart/render/release-name.ts'
import { type RecordedRender, checkInstallable } from '../chart/render/render.ts'
import { renderRound } from '../chart/render/render-round.ts'
import { type MakeKey, renderWithKeys } from '../chart/render/render-with-keys.ts'
import { renderWithLookups } from '../chart/render/render-with-lookups.ts'
import { type OutputOptions, templateOutput } from '../chart/render/template-output.ts'
import { copyTable } from '../chart/values/table.ts'
import { mergeTables } from '../chart/values/merge.ts'
import { readValues } from '../chart/values/read-values.ts'
import { fromBytes, toBytes } from '../formats/go-string.ts'
import { renderTemplates } from '../template/engine.ts'
import { MissingKeysError } from '../template/errors.ts'
import { helmFunctions } from '../template/functions/helm-functions.ts'
import type { LookupQuery } from '../template/lookups.ts'
import { newValues } from '../template/objects/values.ts'
import { entropyOfPlatform } from './web-crypto.ts'

/** Values as YAML text, or as plain data. */
export type Values = string | { readonly [key: string]: unknown }

export interface RenderOptions {
  /** The name of the release. */
  readonly name: string
  /** The namespace of the release; `default` unless given. */
  readonly namespace?: string
  /** Layers of values, later ones over earlier ones. */
  readonly values?: Values | readonly Values[]
  /** The Kubernetes version that templates see; the one that Helm 4.2 assumes by default. */
  readonly kubeVersion?: string
  /** API versions that templates see besides Helm's own list. */
  readonly apiVersions?: readonly string[]
  /** Whether templates see an upgrade; they see an install by default. */
  readonly isUpgrade?: boolean
  /** Counted from 1; 1 by default. */
  readonly revision?: number
  /** Renders the same bytes for the same seed: random texts and the time come from it. New keys stay random. */
  readonly seed?: string
  /** Answers `lookup` with an object, a list, or undefined where there is none; without it all lookups find nothing. */
  readonly lookup?: (query: LookupQuery) => Promise<object | undefined>
  /** Whether values.schema.json is left alone. */
  readonly skipSchema?: boolean
  /** Receives warnings that Helm would log. */
  readonly warn?: (message: string) => void
}

export interface RenderedChart {
  /** The objects in Helm's install order. */
  readonly manifests: readonly Manifest[]
  readonly hooks: readonly Hook[]
  /** The text of NOTES.txt; empty where there is none. */
  readonly notes: string
  /** The files of crds/. */
  readonly crds: readonly { readonly path: string; readonly text: string }[]
  /** Gives the text that `helm template` prints. */
  readonly print: (options?: Partial<OutputOptions>) => string
}

/** Loads a chart: the bytes of a .tgz, or the files of a chart folder. */
export async function loadChart(source: Uint8Array | readonly ChartFile[]): Promise<Chart> {
  if (source instanceof Uint8Array) {
    return loadArchive(source, await inflateAhead([source]))
  }
  const archives = source.filter(({ name }) => name.endsWith('.tgz')).map(({ data }) => data)
  return loadFiles(folderFiles(source), await inflateAhead(archives))
}

/** Renders a chart as `helm template` does, with new private keys from `makeKey`. */
export async function renderChartWith(
  makeKey: MakeKey,
  chart: Chart,
  options: RenderOptions,
): Promise<RenderedChart> {
  checkReleaseName(options.name)
  checkInstallable(chart)
  const values = mergeValues(options.values ?? [])
  const request = {
    release: {
      name: options.name,
      namespace: options.namespace ?? 'default',
      revision: options.revision ?? 1,
      isUpgrade: options.isUpgrade ?? false,
    },
    capabilities: capabilitiesOf(
      options.kubeVersion === undefined ? undefined : parseKubeVersion(options.kubeVersion),
      options.apiVersions,
    ),
    skipSchema: options.skipSchema ?? false,
    warn: options.warn ?? (() => {}),
  }
  const entropy = entropyOf(options.seed)
  const rendered = await renderWithLookups<RecordedRender>({
    name: chart.metadata.name,
    given: { answers: new Map(), recordedEntropy: undefined },
    answer: async (query) => ({ value: tableOf((await options.lookup?.(query)) ?? {}) }),
    round: (given) =>
      renderWithKeys(
        (keyed) => {
          // Templates may change the values that they are given.
          const own = { ...request, values: copyTable(values), entropy: keyed }
          const round = renderRound(chart, own, given)
          if ('error' in round.result && round.result.error instanceof MissingKeysError)
            throw round.result.error
          return round
        },
        entropy,
        makeKey,
      ),
  })
  return describe(rendered.rendered)
}

/** Executes one text as a template with the functions of Helm; `data` is the dot. */
export function renderTemplate(text: string, data: Values): string {
  const name = 'template'
  const dot = newValues([...tableOf(data)])
  const source = { name, text, data: dot, basePath: '' }
  const { randomBytes, now } = entropyOfPlatform()
  const output = renderTemplates({
    templates: [source],
    funcs: helmFunctions,
    entropy: { randomBytes, now },
  })
  return output.files.get(name) ?? ''
}

function mergeValues(layers: Values | readonly Values[]): Table {
  const list: readonly Values[] = isList(layers) ? layers : [layers]
  return list.reduce<Table>((under, over) => mergeTables(under, tableOf(over)), new Map())
}

function isList(layers: Values | readonly Values[]): layers is readonly Values[] {
  return Array.isArray(layers)
}

// JSON is YAML, so plain data goes the way of a values file and gets the same kinds of numbers.
function tableOf(values: string | object): Table {
  return readValues(toBytes(typeof values === 'string' ? values : JSON.stringify(values)))
}

function entropyOf(seed: string | undefined) {
  return () => (seed === undefined ? entropyOfPlatform() : seededEntropy(seed, 0n))
}

function describe(rendered: RecordedRender): RenderedChart {
  return {
    manifests: rendered.manifests,
    hooks: rendered.hooks,
    notes: rendered.notes[0]?.text ?? '',
    crds: rendered.crds.map(({ path, file }) => ({ path, text: fromBytes(file.data) })),
    print: (options = {}) =>
      templateOutput(rendered, { includeCrds: false, hooks: 'all', ...options }),
  }
}
