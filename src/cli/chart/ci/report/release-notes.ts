import type { Metadata } from '../../../../chart/load/metadata.ts'
import { YamlError } from '../../../../formats/yaml/errors.ts'
import { readYaml } from '../../../../formats/yaml/read.ts'
import type { Value } from '../../../../formats/value.ts'

/** Everything that the notes of a release are made from. */
export interface NoteFacts {
  readonly metadata: Metadata
  readonly previous: string | undefined
  /** Subjects of commits, for charts that list no changes themselves. */
  readonly commits: readonly string[]
  /** Minor versions of Kubernetes 1, in order. */
  readonly minors: readonly number[]
}

const changesAnnotation = 'artifacthub.io/changes'

/** The notes of a release in Markdown: the changes that the chart lists for Artifact Hub, or else the commits. */
export function releaseNotes({ metadata, previous, commits, minors }: NoteFacts): string {
  const listed = readChanges(metadata.annotations?.get(changesAnnotation) ?? '')
  const changes = listed.length > 0 ? listed : commits.map(plain)
  const about = [
    ...(metadata.description === '' ? [] : [plain(metadata.description)]),
    [
      ...(metadata.appVersion === '' ? [] : [`App version ${metadata.appVersion}.`]),
      ...(minors.length === 0 ? [] : [`Kubernetes ${minorsText(minors)}.`]),
    ].join(' '),
  ].filter((line) => line !== '')
  const since = previous === undefined ? '' : ` since ${previous}`
  return [
    `# ${metadata.name} ${metadata.version}`,
    ...about,
    ...(changes.length === 0
      ? []
      : [`## Changes${since}`, changes.map((line) => `- ${line}`).join('\n')]),
    '',
  ].join('\n\n')
}

/** `1.29 to 1.36`, with gaps named one by one. */
export function minorsText(minors: readonly number[]): string {
  const first = minors[0] ?? 0
  const isRow = minors.length > 2 && minors.every((minor, index) => minor === first + index)
  if (isRow) return `1.${first} to 1.${minors.at(-1)}`
  return minors.map((minor) => `1.${minor}`).join(', ')
}

// As Artifact Hub reads them: a list of texts, or of kinds with descriptions.
function readChanges(text: string): readonly string[] {
  if (text.trim() === '') return []
  try {
    const value = readYaml(text)
    return Array.isArray(value) ? value.flatMap(changeLine) : []
  } catch (error) {
    if (error instanceof YamlError) return []
    throw error
  }
}

function changeLine(change: Value): readonly string[] {
  if (typeof change === 'string') return [plain(change)]
  if (!(change instanceof Map)) return []
  const description = change.get('description')
  if (typeof description !== 'string') return []
  const kind = change.get('kind')
  const mark = typeof kind === 'string' && kind !== '' ? `**${plain(kind)}**: ` : ''
  return [`${mark}${plain(description)}`]
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
