import type { Chart, ChartFile } from '../../chart/chart.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { fromBytes, toBytes } from '../../formats/go-string.ts'
import type { BuiltDocument } from '../../kustomize/node/build-job.ts'
import { type Content, filesOf } from '../../sources/content.ts'

/**
 * A folder of templates or of plain objects as a chart, so that everything after it is the same. A
 * folder with a Chart.yaml keeps it. Templates see values at the top, too, as `.Image`. Those that
 * are neither YAML nor partials, such as a configuration file, are shown by `.Files`; unless a
 * template asks for `.Files`, they are rendered into a ConfigMap named after the release.
 */
export function chartOfFiles(
  content: Content,
  kind: 'template' | 'manifests',
  name: string,
): Chart {
  if (kind === 'manifests') return chartNamed(name, manifestFiles(content))
  const files = templateFiles(filesOf(content))
  const chart = chartNamed(name, [...files, ...filesAsConfigMap(files)])
  return { ...chart, valuesAtTop: true }
}

/** The objects of a kustomization as a chart. */
export function chartOfDocuments(documents: readonly BuiltDocument[], name: string): Chart {
  const taken = new Map<string, number>()
  const files = documents.map(({ kind, namespace, name: own, text }) => {
    const words = [kind, namespace, own].filter((word) => word !== '').join('-')
    const file = words.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')
    const count = (taken.get(file) ?? 0) + 1
    taken.set(file, count)
    return literal(`${file}${count === 1 ? '' : `-${count}`}.yaml`, text)
  })
  return chartNamed(name, files)
}

function chartNamed(name: string, files: readonly ChartFile[]): Chart {
  const hasChart = files.some((file) => file.name === 'Chart.yaml')
  const version = '0.0.0'
  const own = `apiVersion: v2\nname: ${JSON.stringify(name)}\nversion: ${version}\n`
  const all = hasChart ? files : [{ name: 'Chart.yaml', data: toBytes(own) }, ...files]
  return loadFiles(all, gunzip)
}

const special = /^(?:Chart\.yaml|Chart\.lock|values\.yaml|values\.schema\.json|\.helmignore)$/
const inPlace = /^(?:templates|charts|crds)\//
const template = /(?:\.ya?ml|\.json|\.tpl|NOTES\.txt)$/

function templateFiles(files: readonly ChartFile[]): readonly ChartFile[] {
  return files.map((file) => {
    const stays = special.test(file.name) || inPlace.test(file.name) || !template.test(file.name)
    if (stays) return file
    const isYaml = /\.ya?ml$/.test(file.name)
    const data = isYaml ? toBytes(keepIndents(fromBytes(file.data))) : file.data
    return { name: `templates/${file.name}`, data }
  })
}

/**
 * Helm cuts the blanks before a document, which breaks one that is indented as a whole; a comment before it keeps them. Some of
 * TKEStack's manifests are written so.
 */
function keepIndents(text: string): string {
  return text
    .replace(/^(?=[ \t]+[\w"'])/, '#\n')
    .replaceAll(/^---[ \t]*\n(?=[ \t]+[\w"'])/gm, '---\n#\n')
}

const asksForFiles = /\{\{[^}]*\.Files\b/
/** Files that tell people or tools something, and belong to no program. */
const isForPeople = /(?:^|\/)(?:\.|README|LICENSE|NOTICE|CHANGELOG|OWNERS)|\.(?:md|svg|png|prov)$/i

/** The rendered files of a folder whose templates do not hand them over themselves. */
function filesAsConfigMap(files: readonly ChartFile[]): readonly ChartFile[] {
  const texts = files.map(({ name, data }) => ({ name, text: fromBytes(data) }))
  const templates = texts.filter(({ name }) => name.startsWith('templates/'))
  if (templates.some(({ text }) => asksForFiles.test(text))) return []
  const others = texts.filter(
    ({ name, text }) =>
      !special.test(name) && !inPlace.test(name) && !isForPeople.test(name) && text.includes('{{'),
  )
  if (others.length === 0) return []
  const lines = others.map(({ name }) => {
    const key = name.replaceAll(/[^-._a-zA-Z0-9]/g, '__')
    return `  ${JSON.stringify(key)}: {{ tpl (.Files.Get ${JSON.stringify(name)}) . | quote }}\n`
  })
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-files\n'
  const data = toBytes(`${head}  namespace: {{ .Release.Namespace }}\ndata:\n${lines.join('')}`)
  return [{ name: 'templates/outrigger-files.yaml', data }]
}

function manifestFiles(content: Content): readonly ChartFile[] {
  if (content.kind === 'manifests') {
    return content.documents.map((text, at) => literal(`manifest-${at}.yaml`, text))
  }
  return filesOf(content)
    .filter(({ name }) => /\.(?:ya?ml|json)$/.test(name) && !special.test(name))
    .map(({ name, data }) => literal(name, fromBytes(data)))
}

// Written so that a template engine gives the very text, also that of Helm when somebody takes over.
function literal(name: string, text: string): ChartFile {
  const escaped = text.replaceAll('{{', '{{ "{{" }}')
  return { name: `templates/${name}`, data: toBytes(escaped) }
}
