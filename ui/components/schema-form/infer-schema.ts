import { LineCounter, type Node, type Pair, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { PlainValue } from '../values-text/plain-value.ts'
import { commentWords, typeInWords } from './comment-words.ts'
import type { FormSchema } from './form-schema.ts'
import { isSecretName } from './secret-name.ts'

/**
 * A schema made of the default values of a chart and their comments: `## @param path [type] description`, `@section` and `@skip` as bitnami writes
 * them, `# -- description` as helm-docs does, else the comment above a key.
 */
export function inferSchema(text: string): FormSchema {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { uniqueKeys: false, merge: true, lineCounter })
  if (document.errors.length > 0 || !isMap(document.contents))
    return { type: 'object', properties: {} }
  return schemaOf(document.contents, [], marksIn(text, lineCounter))
}

interface Param {
  readonly description: string
  readonly type: FormSchema['type']
}

/** The marks of comments that stand anywhere in the text, about a path or about everything below them. */
interface Marks {
  readonly params: ReadonlyMap<string, Param>
  readonly skipped: ReadonlySet<string>
  /** Headings of what follows, with their places in the text. */
  readonly sections: readonly { readonly at: number; readonly title: string }[]
  /** The comment that stands right above a key. */
  readonly commentAbove: (key: Pair['key']) => string
}

function marksIn(text: string, counter: LineCounter): Marks {
  const lines = text.split('\n')
  // The parser gives the comment after a key without a value to that key.
  const commentAbove = (key: Pair['key']) => {
    const end = counter.linePos(placeOf(key)).line - 1
    let start = end
    while (lines[start - 1]?.trimStart().startsWith('#') === true) start--
    return lines
      .slice(start, end)
      .map((line) => line.trim())
      .join('\n')
  }
  const params = [...text.matchAll(/^\s*#+\s*@param\s+(\S+)\s+(?:\[([^\]]*)\]\s*)?(.*)$/gm)]
  const skipped = [...text.matchAll(/^\s*#+\s*@skip\s+(\S+)/gm)]
  const sections = [...text.matchAll(/^\s*#+\s*@section\s+(?!--)(.+)$/gm)]
  return {
    params: new Map(
      params.map(([, path = '', modifiers = '', words = '']) => [
        path,
        {
          description: words.trim(),
          type: modifiers
            .split(',')
            .map(typeInWords)
            .find((type) => type !== undefined),
        },
      ]),
    ),
    skipped: new Set(skipped.map(([, path = '']) => path)),
    commentAbove,
    sections: sections.map(({ index, 1: title = '' }) => ({ at: index, title: title.trim() })),
  }
}

function schemaOf(node: Node | null, path: readonly string[], marks: Marks): FormSchema {
  if (isMap(node)) {
    const entries = node.items.flatMap((pair) => {
      const property = propertyOf(pair, path, marks)
      return property === undefined ? [] : [property]
    })
    return { type: 'object', properties: Object.fromEntries(entries) }
  }
  if (isSeq(node)) {
    const [first] = node.items as Node[]
    const items =
      first === undefined ? {} : { items: withoutDefaults(schemaOf(first, path, marks)) }
    return { type: 'array', ...items, default: node.toJSON() as PlainValue }
  }
  const value = isScalar(node) ? (node.value as PlainValue) : null
  if (value === null) return { default: null }
  return { type: typeof value, default: value }
}

/** A key with its schema; undefined where the author wants it left out. */
function propertyOf(
  pair: Pair,
  path: readonly string[],
  marks: Marks,
): readonly [string, FormSchema] | undefined {
  const name = isScalar(pair.key) ? (pair.key.source ?? String(pair.key.value)) : ''
  const own = [...path, name]
  const key = own.join('.')
  const param = marks.params.get(key)
  const words = commentWords(marks.commentAbove(pair.key))
  if (words.isIgnored || marks.skipped.has(key)) return undefined
  const plain = schemaOf(pair.value as Node | null, own, marks)
  // A type that is written says more than a null.
  const type = plain.type ?? param?.type ?? words.type
  const description = param?.description ?? words.description
  const section = words.section || (path.length === 0 ? sectionOf(pair, marks) : '')
  const schema: FormSchema = {
    ...plain,
    ...(type === undefined ? {} : { type }),
    ...(description === '' ? {} : { description }),
    ...(section === '' ? {} : { section }),
    ...(type === 'string' && isSecretName(name) ? { format: 'password' } : {}),
  }
  return [name, schema]
}

/** The last heading before a key. */
function sectionOf({ key }: Pair, { sections }: Marks): string {
  const at = placeOf(key)
  return sections.findLast((section) => section.at < at)?.title ?? ''
}

function withoutDefaults(schema: FormSchema): FormSchema {
  const entries = Object.entries(schema).filter(([name]) => name !== 'default')
  const own = Object.fromEntries(entries) as FormSchema
  if (own.properties === undefined) return own
  const inner = Object.entries(own.properties).map(([name, one]) => [name, withoutDefaults(one)])
  return { ...own, properties: Object.fromEntries(inner) as Record<string, FormSchema> }
}

function placeOf(key: Pair['key']): number {
  return (key as Node | undefined)?.range?.[0] ?? 0
}
