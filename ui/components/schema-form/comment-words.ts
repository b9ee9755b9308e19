import type { FormSchema } from './form-schema.ts'

/** The parts of the comment above a key that a form shows. */
export interface CommentWords {
  readonly description: string
  /** The type that the comment names; undefined when it names none. */
  readonly type: FormSchema['type']
  /** The heading that it belongs to; empty for none. */
  readonly section: string
  /** Whether its author wants it left out of lists of settings. */
  readonly isIgnored: boolean
}

/** The words of bitnami and of helm-docs for types, by the types of JSON Schema. */
const types: Readonly<Record<string, string>> = {
  string: 'string',
  tpl: 'string',
  int: 'integer',
  integer: 'integer',
  number: 'number',
  float: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  list: 'array',
  array: 'array',
  object: 'object',
  dict: 'object',
  map: 'object',
}

/** The type that a word of a comment stands for. */
export function typeInWords(word: string): FormSchema['type'] {
  return types[word.trim().toLowerCase()]
}

/**
 * Reads the comment above a key as helm-docs does: `-- words`, `path -- words`, `(type)`, `@default -- words`, `@section -- words`, `@ignored`;
 * a comment without such marks is its words, without lines that are tags or code.
 */
export function commentWords(comment: string): CommentWords {
  const block = comment.split(/\n\s*\n/).at(-1) ?? ''
  const lines = block.split('\n').map((line) => line.replace(/^#*\s?/, '').trim())
  const start = lines.findLastIndex((line) => startMark.test(line))
  const chosen = start === -1 ? lines : lines.slice(start)
  const words = chosen
    .filter(
      (line) => !line.startsWith('@') && (start !== -1 || !/^[\w.-]+:\s|^- |^[-=]{3,}$/.test(line)),
    )
    .join(' ')
    .replace(startMark, '')
    .trim()
  const typed = /^\(([^)]*)\)\s*/.exec(words)
  const type = typeInWords(typed?.[1] ?? '')
  const described = typed === null ? words : words.slice(typed[0].length)
  const tag = (name: string) =>
    chosen.map((line) => new RegExp(`^@${name}\\s+--\\s*(.*)$`).exec(line)?.[1] ?? '').join('')
  const fallback = tag('default')
  return {
    description: [described, fallback === '' ? '' : `(${fallback})`].filter(Boolean).join(' '),
    type,
    section: tag('section'),
    isIgnored: chosen.some((line) => /^@ignored?\b/.test(line)),
  }
}

// Older charts name the path before the dashes.
const startMark = /^(?:[\w.[\]"'/-]+ )?-- /
