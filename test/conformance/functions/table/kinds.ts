import type { Case } from '../../case.ts'

/** A kind of argument: how a template writes a value of it, as a word of a call and before a pipe. */
export interface ArgumentKind {
  readonly name: string
  readonly word: string
  readonly piped: string
}

/** The columns of the table. Words are short, because every recorded error repeats them. */
export const argumentKinds: readonly ArgumentKind[] = [
  { name: 'nil', word: 'nil', piped: 'first (list nil)' },
  { name: 'missing value', word: '.Values.no', piped: '.Values.no' },
  { name: 'nil map', word: '(fromJson "null")', piped: 'fromJson "null"' },
  { name: 'nil list', word: '(concat)', piped: 'concat' },
  { name: 'bool', word: 'true', piped: 'true' },
  { name: 'int', word: '3', piped: '3' },
  { name: 'int64', word: '(int64 3)', piped: 'int64 3' },
  { name: 'float64', word: '.Values.f', piped: '.Values.f' },
  { name: 'string', word: '"a"', piped: '"a"' },
  { name: '[]byte', word: '(.Files.GetBytes "b")', piped: '.Files.GetBytes "b"' },
  { name: 'list', word: '(list "a" 1)', piped: 'list "a" 1' },
  { name: 'dict', word: '(dict "a" 1)', piped: 'dict "a" 1' },
  { name: 'struct', word: '(toDate "2006" "2021")', piped: 'toDate "2006" "2021"' },
]

/** The values that all cells share, so that one run of helm serves many of them. */
export const tableWorld: Pick<Case, 'values' | 'files'> = {
  values: 'f: 2.5\n',
  files: { b: 'hi', 'templates/_t.tpl': '{{ define "t" }}{{ . }}{{ end }}' },
}
