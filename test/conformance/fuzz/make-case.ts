import type { Case } from '../case.ts'
import { body } from './body.ts'
import type { Draw } from './draw.ts'
import { anyCall, pipeline } from './expression.ts'
import type { Scope } from './scope.ts'
import { allSignatures, commonSignatures } from './signatures.ts'
import { libraryNames, type World } from './world.ts'

export type Mode = 'language' | 'functions'

export interface FuzzCase extends Case {
  /** Constructs, functions, verbs and flags in it. */
  readonly reached: ReadonlySet<string>
  /** Whether helm may render it together with others of its world. */
  readonly shareable: boolean
}

/** A random case; `id` keeps its names apart from those of other cases in the same chart. */
export function makeCase(mode: Mode, draw: Draw, world: World, id: string): FuzzCase {
  const reached = new Set<string>()
  const scope: Scope = {
    draw,
    world,
    signatures: mode === 'language' ? commonSignatures : allSignatures,
    variables: [],
    dot: 'root',
    rooted: true,
    templates: libraryNames,
    illTyped: draw.chance(70) ? 0 : 6,
    masked: mode === 'functions',
    reach: (name) => reached.add(name),
  }
  const whole = mode === 'language' ? languageTemplate(scope, id) : functionTemplate(scope)
  const template = draw.chance(mode === 'language' ? 6 : 1) ? damaged(draw, whole) : whole
  return {
    template,
    values: world.values,
    files: world.files,
    reached,
    shareable: template === whole && !changesValues.test(template),
  }
}

// The templates of a chart share one map of values.
const changesValues = /\b(set|unset|merge\w*|mustMerge\w*)\b/

function languageTemplate(scope: Scope, id: string): string {
  const { draw } = scope
  const prefix = `case-${id}`
  const names: string[] = []
  const definitions = draw.several(0, 2, () => {
    scope.reach('define')
    const name = `${prefix}-${names.length}`
    // A template may call only those before it, so that there is an end.
    const text = body({
      scope: { ...scope, templates: [...libraryNames, ...names] },
      depth: 1,
      inLoop: false,
      prefix,
    })
    names.push(name)
    return `{{ define ${JSON.stringify(name)} }}${text}{{ end }}`
  })
  const main = body({
    scope: { ...scope, templates: [...libraryNames, ...names] },
    depth: 3,
    inLoop: false,
    prefix,
  })
  return draw.chance(50) ? definitions.join('') + main : main + definitions.join('\n')
}

function functionTemplate(scope: Scope): string {
  return scope.draw
    .several(1, 2, () => {
      scope.reach('action')
      return `{{ ${scope.draw.chance(60) ? anyCall(scope, 4) : pipeline(scope, 'any', 4)} }}`
    })
    .join('|')
}

const inserted = [
  '{{',
  '}}',
  '(',
  ')',
  '|',
  '"',
  '`',
  "'",
  '.',
  '$',
  ' ',
  ':=',
  '=',
  ',',
  '-',
  '\n',
  '{{ end }}',
  '{{ else }}',
  '{{ if }}',
  '/*',
  '*/',
  '0',
  'x',
  '\\',
  'é',
  '\udcff',
  '\0',
  '{{- ',
  ' -}}',
  '$x',
  '..',
  '1a',
  "'ab'",
  'nope',
  '{{ break }}',
  '#',
  '\u00a0',
] as const

/** The template after an accident. */
function damaged(draw: Draw, template: string): string {
  const chars = [...template]
  const at = draw.below(chars.length + 1)
  const length = draw.pick([0, 0, 1, 1, 2, 5])
  chars.splice(at, length, draw.chance(60) ? draw.pick(inserted) : '')
  return chars.join('')
}
