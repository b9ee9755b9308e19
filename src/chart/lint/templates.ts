import { quote } from '../../formats/quote.ts'
import { trimSpace } from '../../formats/unicode/space.ts'
import { RenderError } from '../../template/errors.ts'
import { renderTemplates, sortTemplates } from '../../template/engine.ts'
import type { Entropy } from '../../template/func.ts'
import { helmFunctions } from '../../template/functions/helm-functions.ts'
import type { KubeVersion } from '../../template/objects/capabilities.ts'
import { capabilitiesOf, defaultKubeVersion } from '../capabilities.ts'
import type { Chart, SchemaDocuments, Table } from '../chart.ts'
import { resolveDependencies } from '../dependencies/dependencies.ts'
import { ChartError } from '../errors.ts'
import { templateSources } from '../render/render-values.ts'
import { validateValues, withDocuments } from '../values/schema.ts'
import { coalesceValues, type Warn } from '../values/coalesce.ts'
import type { LintMessage } from './message.ts'
import { lintRenderedFile } from './rendered-file.ts'
import type { LintSubject } from './subject.ts'

const path = 'templates/'
const allowedExtensions = ['.yaml', '.yml', '.tpl', '.txt']

export interface TemplateOptions {
  readonly values: Table
  readonly namespace: string
  readonly kubeVersion?: KubeVersion
  readonly skipSchema: boolean
  /** The documents that schemas refer to; absent where nobody fetches any. */
  readonly documents?: SchemaDocuments
  readonly entropy: Entropy
  readonly warn: Warn
}

/** The rules of templates/: the chart renders, and what comes out are objects. */
export function* lintTemplates(
  { parts, loaded }: LintSubject,
  options: TemplateOptions,
): Generator<LintMessage> {
  const { kind } = parts.templates
  if (kind === 'absent') {
    yield { severity: 'warning', path, message: 'directory does not exist' }
    return
  }
  if (kind === 'file') {
    yield { severity: 'error', path, message: 'not a directory' }
    return
  }
  if ('problem' in loaded) {
    yield { severity: 'error', path, message: loaded.problem }
    return
  }
  const rendered = renderForLint(loaded.chart, options)
  if (rendered === undefined) return
  if ('problem' in rendered) {
    yield { severity: 'error', path, message: rendered.problem }
    return
  }
  yield* lintFiles(rendered, options.kubeVersion ?? defaultKubeVersion)
}

interface LintRender {
  readonly chart: Chart
  readonly files: ReadonlyMap<string, string>
}

/**
 * The rendered files, or Helm's words for why there are none. Undefined when the values cannot be
 * completed, about which Helm's linter says nothing.
 */
function renderForLint(
  loaded: Chart,
  options: TemplateOptions,
): LintRender | { readonly problem: string } | undefined {
  const completed = completeValues(loaded, options)
  if (completed === undefined) return undefined
  const { chart, values } = completed
  try {
    if (!options.skipSchema) validateValues(withDocuments(chart, options.documents), values)
    const release = { name: 'test-release', namespace: options.namespace, revision: 0 }
    const context = {
      release: { ...release, isUpgrade: false, isInstall: false },
      capabilities: capabilitiesOf(options.kubeVersion),
    }
    const { files } = renderTemplates({
      templates: sortTemplates(templateSources(chart, values, context)),
      funcs: helmFunctions,
      entropy: options.entropy,
      lintMode: true,
    })
    return { chart, files }
  } catch (error) {
    if (error instanceof ChartError || error instanceof RenderError) {
      return { problem: error.message }
    }
    throw error
  }
}

function completeValues(loaded: Chart, { values, warn }: TemplateOptions) {
  try {
    const chart = resolveDependencies(loaded, values, warn)
    const once = coalesceValues(chart, values, 'coalesce', warn)
    // Helm completes them again, where nulls that are left meet the defaults once more.
    return { chart, values: coalesceValues(chart, once, 'coalesce', warn) }
  } catch (error) {
    if (error instanceof ChartError) return undefined
    throw error
  }
}

function* lintFiles(
  { chart, files }: LintRender,
  kubeVersion: KubeVersion,
): Generator<LintMessage> {
  for (const { name } of chart.templates) {
    const extension = extensionOf(name)
    if (!allowedExtensions.includes(extension)) {
      const wanted = 'Valid extensions are .yaml, .yml, .tpl, or .txt'
      const message = `file extension '${extension}' not valid. ${wanted}`
      yield { severity: 'error', path: name, message }
    }
    if (!['.yaml', '.yml'].includes(extension.toLowerCase())) continue
    const text = files.get(`${chart.metadata.name}/${name}`) ?? ''
    if (trimSpace(text) === '') continue
    yield* indentMessages(name, text)
    const outcome = yield* lintRenderedFile(name, text, kubeVersion)
    // A file that is no YAML ends the linting of all further ones.
    if (outcome === 'unreadable') return
  }
}

// The longest line that bufio.Scanner takes.
const longestLine = 65_536

function* indentMessages(path: string, text: string): Generator<LintMessage> {
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line.length >= longestLine) {
      yield { severity: 'warning', path, message: 'bufio.Scanner: token too long' }
      return
    }
    if (trimSpace(line) === '') continue
    if (line.startsWith(' ') || line.startsWith('\t')) {
      const found = `document starts with an illegal indent: ${quote(line)}`
      yield { severity: 'warning', path, message: `${found}, which may cause parsing problems` }
    }
    return
  }
}

/** filepath.Ext: from the last dot of the last part. */
function extensionOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const dot = base.lastIndexOf('.')
  return dot < 0 ? '' : base.slice(dot)
}
