import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

function words(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(' ')
}

/** A template that asks of each version whether each constraint holds. */
function asks(constraints: readonly string[], versions: readonly string[]): string {
  return `{{ range $c := list ${words(constraints)} }}{{ range $v := list ${words(versions)} }}{{ semverCompare $c $v | ternary "1" "0" }}{{ end }} {{ end }}`
}

const releases = ['0.0.0', '0.0.3', '0.0.4', '0.2.3', '0.3.0', '1.0.0', '1.2.0', '1.2.3', '1.2.9', '1.3.0', '2.0.0', '3.1.4']
const early = ['1.2.3-0', '1.2.3-alpha', '1.2.3-alpha.2', '1.2.3-beta', '1.2.3', '1.3.0-rc.1', '2.0.0-0', '1.2.3+meta']

export const rows: Rows = rowsByRule({
  '2.9.1': {
    'semver is an object': '{{ $v := semver "v1.2.3-a.1+b.2" }}{{ $v.Major }} {{ $v.Minor }} {{ $v.Patch }} {{ $v.Prerelease }} {{ $v.Metadata }} {{ $v.Original }} {{ $v.String }} {{ $v }} {{ typeOf $v.Major }} {{ $v.Compare (semver "1.2.3") }} {{ $v.LessThan (semver "1.2.3") }} {{ ($v.IncMinor).String }}',
    'semver of what is no version': '{{ semver "abc" }}',
    'semverCompare of what is no version': '{{ semverCompare ">1" "x.y" }}',
    'semverCompare of what is no constraint': '{{ semverCompare ">>1" "1.0.0" }}',
    'semver of a number': '{{ semver 1.2 }}',
    'a field that a version has not': '{{ (semver "1.2.3").Nope }}',
  },
  '2.9.2': {
    'versions that are read': '{{ range list "1" "1.2" "v1.2.3" "1.02.3" "1.2.3-0" "1.2.3-a-b.1" "1.2.3+01" "1.2.3-0a" "1.2.3-a+b-c" "18446744073709551615.0.0" }}{{ semver . }} {{ end }}',
    ...Object.fromEntries(['', 'V1.2.3', '1.2.3.4', '1.2.3-01', '1..2', '1.2.3-', '1.2.3+', ' 1.2.3', '1.2.3-é', '18446744073709551616.0.0', '-1.0.0', '1.2.x'].map((text) => [`the version ${JSON.stringify(text)} is refused`, `{{ semver ${JSON.stringify(text)} }}`])),
    'the order of versions': '{{ $list := list "1.0.0-1" "1.0.0-2" "1.0.0-10" "1.0.0-a" "1.0.0-a.1" "1.0.0-a.b" "1.0.0-a.b.c" "1.0.0" "1.0.0+x" "1.0.1" }}{{ range $a := $list }}{{ range $b := $list }}{{ (semver $a).Compare (semver $b) }} {{ end }};{{ end }}',
  },
  '2.9.3': {
    'operators': asks(['1.2.3', '=1.2.3', '!=1.2.3', '>1.2.3', '<1.2.3', '>=1.2.3', '=>1.2.3', '<=1.2.3', '=<1.2.3', '~1.2.3', '~>1.2.3', '^1.2.3'], releases),
    'and, or and ranges': asks(['>=1.0.0, <2.0.0', '>=1.0.0 <2.0.0', '>=1.0.0,<2.0.0', '<1.0.0 || >=2.0.0', '1.0.0 - 1.3.0', '1.0 - 1.2', '>= 1.2', '1.2.3 || 3.x', '^1.2 , !=1.2.9'], releases),
    ...Object.fromEntries(['', '  ', '>1 ||', '|| 1', '>', '1.2.3.4', '>=1.2 foo', '!1.2', '==1.2', '1 - ', '>=v', '> =1', '1.2.3-01'].map((text) => [`the constraint ${JSON.stringify(text)}`, `{{ semverCompare ${JSON.stringify(text)} "1.2.3" }}`])),
  },
  '2.9.4': {
    'parts that are left out': asks(['1', '1.2', '=1.2', '*', 'x', 'X.x', '1.x', '1.2.*', '>1', '>1.2', '<=1', '<=1.2', '>=1.2', '<1.2', '!=1.2', '!=1', '~1', '~1.2', '~0.0.0', '~0', '^1', '^1.2', '^0.2.3', '^0.0.3', '^0', '^0.0', '^0.2', '^x', '~*', '>x', '<=*', '<x'], releases),
    'constraints with a v': asks(['v1.2.3', '>=v1.2', '^v1'], releases),
  },
  '2.9.5': {
    'versions before a release': asks(['>=1.2.3', '>=1.2.3-0', '>1.2.3-alpha', '<1.2.3', '<1.2.3-z', '~1.2.3-0', '^1.2.3-0', '!=1.2.3', '!=1.2.3-alpha', '=1.2.3-beta', '*', '*-0', '>=1.0-0, <2', '>=1.0-0 <2.0.0-0', '1.2.x', '1.2.3-alpha.2', '<2-0', '>=1-0 || 5'], early),
  },
})
