import { type Node, type Pair, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { PlainValue } from '../values-text/write-value.ts'
import type { FormSchema } from './form-schema.ts'

const secretName = /pass(?:word|wd|phrase)|secret(?!name)|token|credential|api-?key|access-?key/i

/**
 * A schema made of the default values of a chart and their comments: `## @param path description` as bitnami writes them, `# -- description` as helm-docs
 * does, else the comment above a key.
 */
export function inferSchema(text: string): FormSchema {
  const document = parseDocument(text, { uniqueKeys: false, merge: true })
  if (document.errors.length > 0 || !isMap(document.contents))
    return { type: 'object', properties: {} }
  return schemaOf(document.contents, [], paramsIn(text))
}

/** The descriptions that stand anywhere in the text with the path they are about. */
function paramsIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^\s*#+\s*@param\s+(\S+)\s+(?:\[[^\]]*\]\s*)?(.*)$/gm)
  return new Map([...found].map(([, path = '', words = '']) => [path, words.trim()]))
}

function schemaOf(
  node: Node | null,
  path: readonly string[],
  params: ReadonlyMap<string, string>,
): FormSchema {
  if (isMap(node)) {
    const entries = node.items.map((pair, at) => {
      const name = isScalar(pair.key) ? (pair.key.source ?? String(pair.key.value)) : ''
      const own = schemaOf(pair.value as Node | null, [...path, name], params)
      // The comment above the first key of a mapping belongs to the mapping.
      const comment = at === 0 ? (node.commentBefore ?? commentOf(pair)) : commentOf(pair)
      const description = params.get([...path, name].join('.')) ?? plainComment(comment)
      const isSecret = own.type === 'string' && secretName.test(name)
      return [
        name,
        {
          ...own,
          ...(description === '' ? {} : { description }),
          ...(isSecret ? { format: 'password' } : {}),
        },
      ] as const
    })
    return { type: 'object', properties: Object.fromEntries(entries) }
  }
  if (isSeq(node)) {
    const [first] = node.items as Node[]
    const items =
      first === undefined ? {} : { items: withoutDefaults(schemaOf(first, path, params)) }
    return { type: 'array', ...items, default: node.toJSON() as PlainValue }
  }
  const value = isScalar(node) ? (node.value as PlainValue) : null
  if (value === null) return { default: null }
  return { type: typeof value, default: value }
}

function withoutDefaults(schema: FormSchema): FormSchema {
  const entries = Object.entries(schema).filter(([name]) => name !== 'default')
  const own = Object.fromEntries(entries) as FormSchema
  if (own.properties === undefined) return own
  const inner = Object.entries(own.properties).map(([name, one]) => [name, withoutDefaults(one)])
  return { ...own, properties: Object.fromEntries(inner) as Record<string, FormSchema> }
}

function commentOf({ key }: Pair): string {
  return (key as Node | undefined)?.commentBefore ?? ''
}

/** The words of a comment about the key below it: from `--` on where there is one, without lines that are tags or code. */
function plainComment(comment: string): string {
  const block = comment.split(/\n\s*\n/).at(-1) ?? ''
  const lines = block.split('\n').map((line) => line.replace(/^#*\s?/, '').trim())
  const start = lines.findLastIndex((line) => line.startsWith('-- '))
  const chosen = start === -1 ? lines : lines.slice(start)
  return chosen
    .filter((line) => !/^@|^\s*[\w.-]+:\s|^- |^[-=]{3,}$/.test(line))
    .map((line) => line.replace(/^--\s*(?:\([^)]*\)\s*)?/, ''))
    .join(' ')
    .trim()
}
