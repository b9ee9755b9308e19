import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const values = 'port: 80\nword: w\nnull_: null\nfalse_: false\nzero: 0\nempty_: {}\nlist: [a]\n'

export const rows: Rows = rowsByRule(
  {
    '2.2.1': {
      'what is empty': '{{ empty nil }} {{ empty 0 }} {{ empty 0.0 }} {{ empty "" }} {{ empty false }} {{ empty (list) }} {{ empty (dict) }} {{ empty (int64 0) }} {{ empty (concat) }} {{ empty .Values.nope }} {{ empty .Values.null_ }} {{ empty .Values.empty_ }}',
      'what is not empty': '{{ empty " " }} {{ empty -1 }} {{ empty true }} {{ empty (list nil) }} {{ empty (dict "a" nil) }} {{ empty (toDate "2006" "x") }} {{ empty (semver "0.0.0") }} {{ empty .Release }} {{ empty .Capabilities }} {{ empty 0.1 }}',
    },
    '2.2.2': {
      'default takes the second unless it is empty': '{{ default true false }} {{ default 5 0 }} {{ default "d" "" }} {{ default "d" "v" }} {{ default "d" (list) | quote }} {{ .Values.zero | default 7 }} {{ .Values.nope | default "x" }} {{ .Values.nope | default .Values.word }} {{ default "d" " " | quote }}',
      'default with one argument': '{{ default "d" }} {{ default nil }} {{ default 1 nil | typeOf }}',
      'default with several values looks at the first': '{{ default "d" "" "x" }} {{ default "d" "v" "x" }}',
      'default of a chain that fails': '{{ .Values.nope.x | default "d" }}',
    },
    '2.2.3': {
      'coalesce takes the first that is not empty': '{{ coalesce 0 "" nil (list) "x" "y" }} {{ coalesce }} {{ coalesce 0 false | quote }} {{ coalesce .Values.nope .Values.word }}',
      'all and any look at emptiness': '{{ all 1 "x" true }} {{ all 1 "" }} {{ all }} {{ any 0 "" 1 }} {{ any 0 "" }} {{ any }} {{ any (list) (dict "a" 1) }}',
      'ternary chooses': '{{ ternary "a" "b" true }} {{ ternary "a" "b" false }} {{ true | ternary 1 2 }} {{ ternary (list) nil false | quote }} {{ .Values.false_ | ternary "t" "f" }}',
      'ternary of text': '{{ ternary "a" "b" "true" }}',
      'ternary of nil': '{{ .Values.null_ | ternary "a" "b" }}',
      'ternary of a missing value': '{{ ternary "a" "b" .Values.nope }}',
      'ternary of a number': '{{ ternary "a" "b" 1 }}',
    },
    '2.2.4': {
      'deepCopy keeps types': '{{ deepCopy (list 1 (int64 2) 1.5 "x" nil) | toJson }} {{ deepCopy 1 | typeOf }} {{ deepCopy (until 2) | typeOf }} {{ deepCopy (split "," "a") | typeOf }} {{ mustDeepCopy (dict "a" (list)) | toJson }} {{ deepCopy .Values | typeOf }}',
      'a deep copy is its own': '{{ $a := dict "l" (dict "x" 1) }}{{ $b := deepCopy $a }}{{ $_ := set $b.l "x" 2 }}{{ $a }} {{ $b }}',
      'deepCopy of nil': '{{ deepCopy nil }}',
      'mustDeepCopy of a missing value': '{{ mustDeepCopy .Values.nope }}',
    },
    '2.3.1': {
      'names of types': '{{ typeOf "a" }} {{ typeOf true }} {{ typeOf 1 }} {{ typeOf (int64 1) }} {{ typeOf 1.5 }} {{ typeOf (list) }} {{ typeOf (splitList "," "a") }} {{ typeOf (until 1) }} {{ typeOf (dict) }} {{ typeOf (split "," "a") }} {{ typeOf (toDate "2006" "2021") }} {{ typeOf (semver "1.0.0") }} {{ typeOf .Values }} {{ typeOf .Files }} {{ typeOf nil }} {{ typeOf .Values.nope }} {{ typeOf (.Files.GetBytes "x") }} {{ typeOf (index "a" 0) }}',
      'types of objects': '{{ typeOf .Capabilities }} {{ typeOf .Capabilities.KubeVersion }} {{ typeOf .Capabilities.APIVersions }} {{ typeOf .Chart }} {{ typeOf .Release }} {{ typeOf .Release.Revision }} {{ typeOf .Template }} {{ typeOf . }} {{ typeOf .Capabilities.HelmVersion }} {{ typeOf .Subcharts }}',
      'types of values': '{{ typeOf .Values.port }} {{ typeOf .Values.list }} {{ typeOf .Values.empty_ }} {{ typeOf .Values.null_ }} {{ typeOf .Values.false_ }}',
    },
    '2.3.2': {
      'names of kinds': '{{ kindOf "a" }} {{ kindOf true }} {{ kindOf 1 }} {{ kindOf (int64 1) }} {{ kindOf 1.5 }} {{ kindOf (list) }} {{ kindOf (dict) }} {{ kindOf (toDate "2006" "2021") }} {{ kindOf (semver "1.0.0") }} {{ kindOf nil }} {{ kindOf .Values }} {{ kindOf .Capabilities }} {{ kindOf (index "a" 0) }}',
      'kindIs and typeIs': '{{ kindIs "map" .Values }} {{ kindIs "slice" (until 1) }} {{ kindIs "invalid" nil }} {{ kindIs "string" nil }} {{ typeIs "string" "a" }} {{ typeIs "map[string]interface {}" .Values }} {{ typeIs "<nil>" nil }} {{ typeIs "int" (int64 1) }} {{ typeIs "semver.Version" (semver "1.0.0") }} {{ typeIs "*semver.Version" (semver "1.0.0") }} {{ typeIsLike "semver.Version" (semver "1.0.0") }} {{ typeIsLike "*semver.Version" (semver "1.0.0") }} {{ typeIsLike "int" 1 }}',
      'deepEqual minds types': '{{ deepEqual 1 1 }} {{ deepEqual 1 (int64 1) }} {{ deepEqual 1 1.0 }} {{ deepEqual (list 1 "a") (list 1 "a") }} {{ deepEqual (list) (concat) }} {{ deepEqual (dict "a" (list)) (dict "a" (list)) }} {{ deepEqual nil nil }} {{ deepEqual nil "" }} {{ deepEqual (until 1) (list 0) }} {{ deepEqual (dict) .Values }} {{ deepEqual (float64 "NaN") (float64 "NaN") }}',
    },
  },
  values,
)
