import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const values = 'l: [1, a, null]\nport: 80\n'
const twins = ['first', 'last', 'rest', 'initial', 'reverse', 'uniq', 'compact'] as const

export const rows: Rows = rowsByRule(
  {
    '2.6.1': {
      'list and tuple': '{{ list | toJson }} {{ tuple 1 "a" nil | toJson }} {{ typeOf (list) }}',
      'append and its like': '{{ append (list 1) 2 | toJson }} {{ push .Values.l nil | toJson }} {{ prepend (list 1) 0 | toJson }} {{ concat (list 1) (list) (until 2) (splitList "," "a,b") | toJson }} {{ append (until 2) "x" | toJson }}',
      'ends of lists': '{{ first .Values.l }} {{ last .Values.l | quote }} {{ rest .Values.l | toJson }} {{ initial .Values.l | toJson }} {{ reverse .Values.l | toJson }} {{ first (until 3) }} {{ last (splitList "," "a,b") }}',
      'uniq, without, has, compact': '{{ uniq (list 1 1 "1" 1.0 nil nil (list) (list)) | toJson }} {{ without (list 1 2 1 "1") 1 | toJson }} {{ has 1 (list 1.0) }} {{ has "a" .Values.l }} {{ compact (list 0 1 "" "a" nil false (list)) | toJson }} {{ without .Values.l "a" nil | toJson }}',
      'the must twins do the same': '{{ mustAppend (list 1) 2 | toJson }} {{ mustPush (list 1) 2 | toJson }} {{ mustPrepend (list 1) 0 | toJson }} {{ mustFirst (list 1) }} {{ mustRest (list 1 2) }} {{ mustHas 1 (list 1) }} {{ mustWithout (list 1) 1 }} {{ mustChunk 1 (list 1 2) }} {{ mustSlice (list 1 2) 1 }} {{ mustUniq (list 1 1) }}',
      ...Object.fromEntries(twins.flatMap((name) => {
        const must = `must${name.charAt(0).toUpperCase()}${name.slice(1)}`
        return [
          [`${name} of text`, `{{ ${name} "abc" }}`],
          [`${must} of a map`, `{{ ${must} (dict) }}`],
          [`${name} of nil`, `{{ ${name} nil }}`],
        ]
      })),
      'append to text': '{{ append "a" 1 }}',
      'push to nil': '{{ push nil 1 }}',
      'prepend to a number': '{{ prepend 1 1 }}',
      'concat of text': '{{ concat (list 1) "a" }}',
      'concat of nil': '{{ concat (list 1) nil }}',
      'chunk of text': '{{ chunk 2 "abc" }}',
      'without of text': '{{ without "abc" "a" }}',
      'has of text': '{{ has "a" "abc" }}',
      'slice of text': '{{ slice "abc" 1 }}',
      'lists that may be nil': '{{ has 1 nil }} {{ join "," nil | quote }} {{ sortAlpha nil | toJson }} {{ has 1 (concat) }} {{ append (concat) 1 | toJson }}',
    },
    '2.6.2': {
      'nil lists among results': '{{ first (list) | quote }} {{ last (list) | quote }} {{ rest (list) | toJson }} {{ initial (list) | toJson }} {{ concat | toJson }} {{ concat (list) | toJson }} {{ slice (list) | toJson }} {{ slice (list) 0 | toJson }} {{ regexFindAll "x" "a" -1 | toJson }} {{ rest (list 1) | toJson }}',
      'empty lists among results': '{{ compact (list) | toJson }} {{ uniq (list) | toJson }} {{ without (list) 1 | toJson }} {{ reverse (list) | toJson }} {{ pluck "a" | toJson }} {{ keys (dict) | toJson }} {{ values (dict) | toJson }} {{ until 0 | toJson }} {{ chunk 2 (list) | toJson }} {{ sortAlpha (list) | toJson }} {{ toStrings (list) | toJson }} {{ untilStep 0 0 1 | toJson }}',
    },
    '2.6.3': {
      'slice': '{{ slice (list 1 2 3) | toJson }} {{ slice (list 1 2 3) 1 | toJson }} {{ slice (list 1 2 3) 1 2 | toJson }} {{ slice (list 1 2 3) "1" 2.9 | toJson }} {{ slice (until 4) 2 | toJson }} {{ slice .Values.l 0 0 | toJson }}',
      'slice past the end': '{{ slice (list 1 2 3) 1 9 }}',
      'slice from below zero': '{{ slice (list 1 2 3) -1 }}',
      'slice with its end before its start': '{{ slice (list 1 2 3) 2 1 }}',
      'a slice shares what it is of': '{{ $l := list 1 2 3 }}{{ $s := slice $l 0 1 }}{{ $t := append $s 9 }}{{ toJson $l }} {{ toJson $t }}',
      'chunk': '{{ chunk 2 (list 1 2 3) | toJson }} {{ chunk 9 (list 1) | toJson }} {{ chunk 1 (until 2) | toJson }}',
      'chunk of nothing': '{{ chunk 0 (list 1) }}',
      'sortAlpha': '{{ sortAlpha (list "b" "a" "B" 10 9 nil) | toJson }} {{ sortAlpha "x" | toJson }} {{ sortAlpha 7 | toJson }} {{ sortAlpha (list 2 10) | toJson }}',
      'until': '{{ until 3 }} {{ until -2 }} {{ until 0 }} {{ typeOf (until 1) }} {{ untilStep 3 6 2 }} {{ untilStep 6 3 -1 }} {{ untilStep 0 5 0 }} {{ untilStep 5 0 1 }} {{ untilStep 0 5 -1 }}',
      'seq': '{{ seq 3 }} [{{ seq 0 }}] {{ seq -2 }} {{ seq 2 4 }} {{ seq 4 2 }} {{ seq 1 2 6 }} {{ seq 5 -2 0 }} [{{ seq 1 0 5 }}] [{{ seq 1 -1 5 }}] [{{ seq }}] [{{ seq 1 2 3 4 }}]',
    },
    '2.6.4': {
      'any list will do': '{{ has 1 (until 3) }} {{ without (until 3) 1 | toJson }} {{ join "-" (until 3) }} {{ first (splitList "," "x,y") }} {{ has "x" (splitList "," "x,y") }} {{ index (.Files.Lines "nope") 0 | quote }}',
    },
  },
  values,
)
