import { fromBytes } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { parseStrictVersion, parseVersion, versionText } from '../../formats/semver/version.ts'
import { typeOf, type Value } from '../../formats/value.ts'
import { readYamlAs, readYamlMap } from '../../formats/yaml/read.ts'
import type { Table } from '../chart.ts'
import { metadataShape } from '../load/read-metadata.ts'
import { isTable } from '../values/table.ts'
import { isEmail, isRequestUrl, isUrl } from './addresses.ts'
import type { LintMessage, LintSeverity } from './message.ts'
import { strictProblem } from './strict-yaml.ts'
import type { LintSubject } from './subject.ts'

const path = 'Chart.yaml'

/** The rules of Chart.yaml. */
export function* lintChartFile(subject: LintSubject): Generator<LintMessage> {
  const part = subject.parts[path]
  if (part.kind === 'absent') return
  if (part.kind === 'folder') {
    yield message('error', 'should be a file, not a directory')
    yield message('error', `unable to parse YAML\n\tread ${subject.path}/${path}: is a directory`)
    return
  }
  const text = fromBytes(part.data)
  const metadata = readMetadataTable(text)
  if (typeof metadata === 'string') {
    yield message('error', `unable to parse YAML\n\t${metadata}`)
    return
  }
  const strict = strictProblem(text, metadataShape)
  if (strict !== undefined) {
    yield message('warning', `failed to strictly parse chart metadata file\n\t${strict}`)
  }
  const untyped = readYamlMap(text)
  for (const [severity, rule] of rules) {
    const problem = rule(metadata, untyped)
    if (problem !== undefined) yield message(severity, problem)
  }
}

function message(severity: LintSeverity, text: string): LintMessage {
  return { severity, path, message: text }
}

/** Chart.yaml without what loading a chart adds to it, or why it cannot be read. */
function readMetadataTable(text: string): Table | string {
  try {
    const value = readYamlAs(text, metadataShape)
    return isTable(value) ? value : new Map()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * The problem of the metadata; undefined when there is none. `untyped` has the values as YAML
 * itself reads them.
 */
type Rule = (metadata: Table, untyped: Table) => string | undefined

const rules: readonly (readonly [LintSeverity, Rule])[] = [
  ['error', checkName],
  ['error', checkApiVersion],
  ['error', (_, untyped) => checkIsText(untyped, 'version')],
  ['error', checkVersion],
  ['error', (_, untyped) => checkIsText(untyped, 'appVersion')],
  ['error', checkMaintainers],
  ['error', checkSources],
  ['info', checkHasIcon],
  ['error', checkIcon],
  ['error', checkType],
  ['error', checkDependencies],
  ['warning', checkStrictVersion],
]

function checkName(metadata: Table): string | undefined {
  const name = textAt(metadata, 'name')
  if (name === '') return 'name is required'
  // filepath.Base leaves a name alone that has no slash.
  return name.includes('/') ? `chart name ${quote(name)} is invalid` : undefined
}

function checkApiVersion(metadata: Table): string | undefined {
  const apiVersion = textAt(metadata, 'apiVersion')
  const wanted = 'The value must be either "v1" or "v2"'
  if (apiVersion === '') return `apiVersion is required. ${wanted}`
  if (apiVersion === 'v1' || apiVersion === 'v2') return undefined
  return `apiVersion '${apiVersion}' is not valid. ${wanted}`
}

function checkIsText(untyped: Table, key: string): string | undefined {
  if (!untyped.has(key)) return undefined
  const type = typeOf(untyped.get(key))
  return type === 'string' ? undefined : `${key} should be of type string but it's of type ${type}`
}

const lowestVersion = '>0.0.0-0'

function checkVersion(metadata: Table): string | undefined {
  const text = textAt(metadata, 'version')
  if (text === '') return 'version is required'
  const version = parseVersion(text)
  if (!version.ok) return `version '${text}' is not a valid SemVer`
  const range = parseConstraint(lowestVersion)
  if (!range.ok || satisfies(range.value, version.value)) return undefined
  const found = quote(versionText(version.value))
  return `version ${found} is less than or equal to ${quote(lowestVersion.slice(1))}`
}

function checkStrictVersion(metadata: Table): string | undefined {
  const text = textAt(metadata, 'version')
  return parseStrictVersion(text).ok ? undefined : `version '${text}' is not a valid SemVerV2`
}

/** Only the first maintainer that is wrong is named. */
function checkMaintainers(metadata: Table): string | undefined {
  for (const maintainer of listAt(metadata, 'maintainers')) {
    if (!isTable(maintainer)) return 'a maintainer entry is empty'
    const name = textAt(maintainer, 'name')
    const email = textAt(maintainer, 'email')
    const url = textAt(maintainer, 'url')
    if (name === '') return 'each maintainer requires a name'
    if (email !== '' && !isEmail(email)) return `invalid email '${email}' for maintainer '${name}'`
    if (url !== '' && !isUrl(url)) return `invalid url '${url}' for maintainer '${name}'`
  }
  return undefined
}

function checkSources(metadata: Table): string | undefined {
  // A null in the list is an empty text.
  const sources = listAt(metadata, 'sources').map((item) => (typeof item === 'string' ? item : ''))
  const wrong = sources.find((source) => !isRequestUrl(source))
  return wrong === undefined ? undefined : `invalid source URL '${wrong}'`
}

function checkHasIcon(metadata: Table): string | undefined {
  return textAt(metadata, 'icon') === '' ? 'icon is recommended' : undefined
}

function checkIcon(metadata: Table): string | undefined {
  const icon = textAt(metadata, 'icon')
  return icon === '' || isRequestUrl(icon) ? undefined : `invalid icon URL '${icon}'`
}

function checkType(metadata: Table): string | undefined {
  const apiVersion = textAt(metadata, 'apiVersion')
  if (textAt(metadata, 'type') === '' || apiVersion === 'v2') return undefined
  return `chart type is not valid in apiVersion '${apiVersion}'. It is valid in apiVersion 'v2'`
}

function checkDependencies(metadata: Table): string | undefined {
  const apiVersion = textAt(metadata, 'apiVersion')
  if (listAt(metadata, 'dependencies').length === 0 || apiVersion === 'v2') return undefined
  const found = `dependencies are not valid in the Chart file with apiVersion '${apiVersion}'.`
  return `${found} They are valid in apiVersion 'v2'`
}

function textAt(table: Table, key: string): string {
  const value = table.get(key)
  return typeof value === 'string' ? value : ''
}

function listAt(table: Table, key: string): readonly Value[] {
  const value = table.get(key)
  return Array.isArray(value) ? value : []
}
