import { generatedRows } from './known-images.generated.ts'

// A table says where programs keep images that no rule would find, and what looks like one and is none. Its text has
// one row a line, words with white space between them, `#` before remarks:
//
//   image GROUP KIND PATH     a field that names an image
//   registry GROUP KIND PATH  a registry or folder from which a program makes the names
//   never GROUP KIND PATH     images that are built, scanned, judged or shown, and not run
//   flag NAME                 a flag or variable whose value is an image though its name does not say so
//   registry NAME             a flag or variable whose value is a registry or folder from which the program makes names
//   never NAME                a flag or variable whose value is neither though its name says so
//   also REFERENCE            an image that the site knows of
//
// In a path `*` is every field or item, `[]` every item. `spec.image{repository,tag}` is an image in parts, and
// `spec{name=upgrade.image,tag=upgrade.version|version}` says which field is which part, with a second choice.

export interface FieldRow {
  readonly what: 'image' | 'registry' | 'never'
  readonly group: string
  /** In lower case; `*` for all kinds of the group. */
  readonly kind: string
  readonly path: string
}

/** Whether the value of a flag or variable is an image, a registry or folder, or neither. */
export type FlagMeaning = 'image' | 'registry' | 'never'

export interface ImageTable {
  readonly fields: ReadonlyMap<string, readonly FieldRow[]>
  readonly flags: ReadonlyMap<string, FlagMeaning>
  readonly also: readonly string[]
}

/** Reads the rows of a table; throws naming the line that is none. */
export function readImageTable(text: string, base: ImageTable = noTable): ImageTable {
  const fields = new Map(base.fields)
  const flags = new Map(base.flags)
  const also = [...base.also]
  for (const [at, line] of text.split('\n').entries()) {
    const [what = '', ...words] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/)
    if (what === '') continue
    const [first = '', kind = '', path = ''] = words
    if (isField(what) && words.length === 3) {
      const row = { what, group: first, kind: kind.toLowerCase(), path }
      fields.set(first, [...(fields.get(first) ?? []), row])
    } else if (what in flagMeanings && words.length === 1) {
      flags.set(flagKey(first), flagMeanings[what as FlagWord])
    } else if (what === 'also' && words.length === 1) also.push(first)
    else throw new Error(badRow(at + 1, line))
  }
  return { fields, flags, also }
}

const flagMeanings = { flag: 'image', registry: 'registry', never: 'never' } as const
type FlagWord = keyof typeof flagMeanings

function isField(what: string): what is FieldRow['what'] {
  return what === 'image' || what === 'registry' || what === 'never'
}

function badRow(line: number, text: string): string {
  const wanted =
    '"image|registry|never GROUP KIND PATH", "flag|registry|never NAME" or "also REFERENCE"'
  return `line ${line} of the table of images: wanted ${wanted}, found ${JSON.stringify(text)}`
}

/** Flags and variables are the same with any dashes before them. */
function flagKey(name: string): string {
  return name.replace(/^-+/, '').replace(/=$/, '')
}

const noTable: ImageTable = { fields: new Map(), flags: new Map(), also: [] }

let known: ImageTable | undefined

/** The table of public custom resources and operators that we know. */
export function knownImages(): ImageTable {
  known ??= readImageTable(generatedRows)
  return known
}

/** The rows of a kind. */
export function rowsOf(table: ImageTable, group: string, kind: string): readonly FieldRow[] {
  const rows = table.fields.get(group) ?? []
  const wanted = kind.toLowerCase()
  return rows.filter((row) => row.kind === '*' || row.kind === wanted)
}

/** The meaning that a row gives a flag or variable. */
export function flagMeaning(table: ImageTable, name: string): FlagMeaning | undefined {
  return table.flags.get(flagKey(name))
}
