import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const values = 'a: {b: {c: deep, n: null, s: text}, l: [1]}\nport: 80\n'

export const rows: Rows = rowsByRule(
  {
    '2.5.1': {
      'dict takes keys as text': '{{ dict "a" 1 2 "b" nil "c" true "d" 1.5 "e" | toJson }} {{ dict "odd" | toJson }} {{ dict "a" 1 "a" 2 | toJson }} {{ dict | toJson }}',
      'get, hasKey': '{{ get .Values.a "b" | toJson }} {{ get .Values.a "x" | quote }} {{ hasKey .Values.a "b" }} {{ hasKey .Values.a.b "n" }} {{ hasKey (dict) "a" }} {{ get .Values "port" }}',
      'set and unset change and return their dict': '{{ $d := dict "a" 1 }}{{ set $d "b" 2 | toJson }} {{ unset $d "a" | toJson }} {{ $d }} {{ unset $d "x" | toJson }}',
      'set on a nil dict': '{{ set (fromJson "null") "a" 1 }}',
      'unset and get on a nil dict': '{{ $n := fromJson "null" }}{{ unset $n "a" | toJson }} {{ get $n "a" | quote }} {{ hasKey $n "a" }} {{ keys $n | toJson }} {{ values $n | toJson }} {{ pick $n "a" | toJson }}',
      'pluck': '{{ pluck "a" (dict "a" 1) (dict "b" 2) (dict "a" nil) | toJson }} {{ pluck "a" | toJson }} {{ pluck "x" .Values.a | toJson }}',
      'keys and values': '{{ keys .Values.a (dict "z" 1) | sortAlpha | toJson }} {{ values (dict "a" 1) | toJson }} {{ keys | toJson }} {{ keys (dict) | toJson }} {{ values (dict) | toJson }}',
      'pick and omit are new dicts': '{{ $d := dict "a" 1 "b" 2 "c" 3 }}{{ pick $d "a" "c" "x" | toJson }} {{ omit $d "a" "x" | toJson }} {{ pick $d | toJson }} {{ omit $d | toJson }} {{ $p := pick $d "a" }}{{ $_ := set $p "a" 9 }}{{ $d.a }}',
      'get of what is no dict': '{{ get "a" "b" }}',
      'get of a missing value': '{{ get .Values.nope "b" }}',
      'get of a missing value in parentheses': '{{ get (.Values.nope) "b" }}',
      'get with a key that is no text': '{{ get (dict) 1 }}',
      'set with a key that is no text': '{{ set (dict) .Values.port 1 }}',
      'hasKey of a map of texts': '{{ hasKey (split "," "a,b") "_0" }}',
    },
    '2.5.2': {
      'dig goes down': '{{ dig "b" "c" "none" .Values.a }} {{ dig "b" "x" "none" .Values.a }} {{ dig "x" "y" "none" .Values.a }} {{ dig "b" "d" .Values.a | toJson }} {{ dig "b" "n" "none" .Values.a | quote }} {{ dig "a" "port" 1 .Values.AsMap | toJson }}',
      'dig in Values': '{{ dig "a" "b" "none" .Values }}',
      'dig through text': '{{ dig "b" "s" "x" "none" .Values.a }}',
      'dig through nil': '{{ dig "b" "n" "x" "none" .Values.a }}',
      'dig through a list': '{{ dig "l" "x" "none" .Values.a }}',
      'dig with two arguments': '{{ dig "a" .Values.a }}',
      'dig with a key that is no text': '{{ dig 1 "none" .Values.a }}',
      'dig in what is no dict': '{{ dig "a" "none" "text" }}',
    },
    '2.5.3': {
      'merge keeps the first, unless it is empty': '{{ merge (dict "a" 1 "b" false "c" "" "d" (list) "e" (dict) "f" 0 "g" nil) (dict "a" 2 "b" true "c" "x" "d" (list 1) "e" (dict "k" 1) "f" 5 "g" "v" "h" "new") | toJson }}',
      'merge goes into maps': '{{ merge (dict "m" (dict "a" 1)) (dict "m" (dict "a" 2 "b" 3)) (dict "m" (dict "c" 4)) | toJson }}',
      'merge skips nil of the source': '{{ merge (dict) (dict "a" nil "b" 1) | toJson }} {{ merge (dict "a" 1) (dict "a" nil) | toJson }}',
      'merge changes and returns its first dict': '{{ $d := dict }}{{ $r := merge $d (dict "a" 1) }}{{ $d }} {{ $r }}',
      'merge never joins lists': '{{ merge (dict "l" (list 1)) (dict "l" (list 2 3)) | toJson }}',
      'merge of different types': '{{ merge (dict "a" "x" "b" (dict "k" 1)) (dict "a" (dict "y" 1) "b" "z") | toJson }}',
      'merge shares maps of its source': '{{ $s := dict "m" (dict "a" 1) }}{{ $d := merge (dict) $s }}{{ $_ := set $d.m "a" 2 }}{{ $s }}',
      'merge of one': '{{ merge (dict "a" 1) | toJson }} {{ merge (dict "a" 1) (dict) | toJson }}',
      'merge of what is no dict': '{{ merge (dict) (list) }}',
      'merge of a missing value': '{{ merge (dict) .Values.nope }}',
      'merge of Values': '{{ merge (dict "port" 1) .Values | toJson }} {{ typeOf (merge .Values (dict)) }}',
    },
    '2.5.4': {
      'mergeOverwrite takes the last': '{{ mergeOverwrite (dict "a" 1 "b" true "c" "x" "d" (list 1) "e" (dict "k" 1) "f" 5) (dict "a" 2 "b" false "c" "" "d" (list) "e" (dict) "f" 0 "g" nil) | toJson }}',
      'mergeOverwrite goes into maps': '{{ mergeOverwrite (dict "m" (dict "a" 1 "z" 9)) (dict "m" (dict "a" 2 "b" 3)) (dict "m" (dict "b" 4)) | toJson }}',
      'mergeOverwrite with nil': '{{ mergeOverwrite (dict "a" 1 "m" (dict "b" 1)) (dict "a" nil "m" nil) | toJson }}',
      'mergeOverwrite of different types': '{{ mergeOverwrite (dict "a" "x" "b" (dict "k" 1) "c" (list 1)) (dict "a" (dict "y" 1) "b" "z" "c" (dict "q" 1)) | toJson }}',
    },
    '2.5.5': {
      'mustMerge and mustMergeOverwrite': '{{ mustMerge (dict "a" 1) (dict "a" 2 "b" 3) | toJson }} {{ mustMergeOverwrite (dict "a" 1) (dict "a" 2) | toJson }}',
      'mustMerge into a nil dict': '{{ mustMerge (fromJson "null") (dict "a" 1) | toJson }}',
      'mustMergeOverwrite into a nil dict': '{{ mustMergeOverwrite (fromJson "null") (dict "a" 1) | toJson }}',
      'merge into a nil dict': '{{ merge (fromJson "null") (dict "a" 1) | toJson }}',
      'merge of a nil dict': '{{ merge (dict "a" 1) (fromJson "null") | toJson }}',
    },
  },
  values,
)
