/** Where a keyword has subschemas: itself, in a list, or under the names of an object. */
export interface Position {
  readonly keyword: string
  readonly holds: 'schema' | 'list' | 'map'
}

export type DraftVersion = 4 | 6 | 7 | 2019 | 2020

/** A version of the specification. */
export interface Draft {
  readonly version: DraftVersion
  readonly url: string
  readonly idKeyword: string
  readonly positions: readonly Position[]
  /** The keywords of the positions: most schemas have none of them. */
  readonly holders: ReadonlySet<string>
  /** The beginning that the names of its vocabularies share. */
  readonly vocabularyPrefix: string
  readonly vocabularies: readonly string[]
  readonly defaultVocabularies: readonly string[]
}

/** A draft, and the vocabularies that a metaschema of its own demands. */
export interface Dialect {
  readonly draft: Draft
  /** Undefined for the draft's own set. */
  readonly vocabularies: readonly string[] | undefined
}

const positions4: readonly Position[] = [
  ...at('schema', 'not', 'additionalProperties', 'items', 'additionalItems'),
  ...at('list', 'allOf', 'anyOf', 'oneOf', 'items'),
  ...at('map', 'definitions', 'properties', 'patternProperties', 'dependencies'),
]
const positions6 = [...positions4, ...at('schema', 'propertyNames', 'contains')]
const positions7 = [...positions6, ...at('schema', 'if', 'then', 'else')]
const positions2019 = [
  ...positions7,
  ...at('map', '$defs', 'dependentSchemas'),
  ...at('schema', 'unevaluatedProperties', 'unevaluatedItems', 'contentSchema'),
]
const positions2020 = [...positions2019, ...at('list', 'prefixItems')]

const drafts: readonly Draft[] = [
  early(4, positions4),
  early(6, positions6),
  early(7, positions7),
  {
    ...modern(2019, '2019-09', positions2019),
    vocabularies: ['core', 'applicator', 'validation', 'meta-data', 'format', 'content'],
    defaultVocabularies: ['core', 'applicator', 'validation'],
  },
  {
    ...modern(2020, '2020-12', positions2020),
    vocabularies: [
      'core',
      'applicator',
      'unevaluated',
      'validation',
      'meta-data',
      'format-annotation',
      'format-assertion',
      'content',
    ],
    defaultVocabularies: ['core', 'applicator', 'unevaluated', 'validation'],
  },
]

/** The draft of that version. */
export function draftOf(version: DraftVersion): Draft {
  const found = drafts.find((draft) => draft.version === version)
  if (found === undefined) throw new Error(`there is no draft ${version}`)
  return found
}

/** The draft that a `$schema` names; undefined for any other metaschema. */
export function draftNamed(url: string): Draft | undefined {
  const bare = url.replace(/#$/, '').replace(/^https?:\/\//, '')
  if (bare === 'json-schema.org/schema') return draftOf(2020)
  return drafts.find((draft) => draft.url.replace(/^https?:\/\//, '') === bare)
}

/** Whether a dialect has the keywords of a vocabulary; early drafts have all that they know. */
export function hasVocabulary({ draft, vocabularies }: Dialect, name: string): boolean {
  if (name === 'core' || draft.version < 2019) return true
  return (vocabularies ?? draft.defaultVocabularies).includes(name)
}

function at(holds: Position['holds'], ...keywords: readonly string[]): Position[] {
  return keywords.map((keyword) => ({ keyword, holds }))
}

function early(version: 4 | 6 | 7, positions: readonly Position[]): Draft {
  return {
    version,
    url: `http://json-schema.org/draft-0${version}/schema`,
    idKeyword: version === 4 ? 'id' : '$id',
    positions,
    holders: new Set(positions.map(({ keyword }) => keyword)),
    vocabularyPrefix: '',
    vocabularies: [],
    defaultVocabularies: [],
  }
}

function modern(version: 2019 | 2020, name: string, positions: readonly Position[]) {
  const folder = `https://json-schema.org/draft/${name}`
  return {
    version,
    url: `${folder}/schema`,
    idKeyword: '$id',
    positions,
    holders: new Set(positions.map(({ keyword }) => keyword)),
    vocabularyPrefix: `${folder}/vocab/`,
  }
}
