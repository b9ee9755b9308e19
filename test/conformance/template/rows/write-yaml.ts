import type { Row, Rows } from '../../row.ts'

const values = String.raw`
number: 1000000
text: "a\nb"
none: null
list: [1, {x: 1, y: [2, []]}, [3, [4]], {}, null]
map: {b: {d: 1, c: [x]}, a: "", e: {}}
astral: 😀
bytes: "\x80"
`

// Strings whose style differs, by the rule that decides it; each is written as a value, a key, a list
// item and alone.
const strings: readonly (readonly [rule: string, text: string])[] = [
  ['3.4.1', 'a\udcffb'],
  ['3.4.1', '\udcc3'],
  ['3.4.2', 'a\nb'],
  ['3.4.2', 'a\n'],
  ['3.4.2', '\n'],
  ['3.4.2', '\n\n'],
  ['3.4.2', 'a\n\nb\n\n\n'],
  ['3.4.2', '\na'],
  ['3.4.2', 'true\nfalse'],
  ['3.4.2', '# a\n# b\n'],
  ['3.4.2', 'a: b\nc: d\n'],
  ['3.4.2', 'é\n日'],
  ...[
    '', 'true', 'True', 'tRue', 'yes', 'Yes', 'y', 'Y', 'n', 'no', 'NO', 'on', 'off', 'Off', 'null', 'Null', '~', 'nil',
    '1', '-1', '+1', '1.0', '1.', '.5', '-.5', '1e3', '1E+3', '1e', 'e1', '0x1f', '0xg', '0o17', '0o8', '017', '08', '0b1', '0b2', '1_000', '1__0', '_1', '12e34567', '.inf', '-.Inf', '+.INF', '.nan', '.NaN', '.', '..', '+',
    '2020-01-01', '2020-1-1', '2020-13-01', '2020-01-01T00:00:00Z', '2020-01-01 10:00:00', '2020-01-01t1:2:3', '2020-01-01T00:00:00.5+02:00', '2020-01', '20200101',
    '1:30', '1:30:59', '1:60', '-1:30', '12:30.5', '190:20:30', '1_0:30', ':30', '1:', '<<', '=', '!', '18446744073709551615', '18446744073709551616', '-9223372036854775809', '1e400', '0x1p4', 'Infinity', 'NaN', '1.2.3', '1,000', '0.1e-5',
  ].map((text): readonly [string, string] => ['3.4.3', text]),
  ...['a', 'plain text', 'a/b', 'a.b', 'a=b', 'a@b', '\\d', 'a\\', 'http://a:80/b?c=d&e', 'it\'s', 'say "x"', 'é', '日本', '\u00a0', '\ud7ff', '\ue000', '\ufffd', 'a`b', '100%', '$x', '^a', '(a)', ';', '<a>', '/a'].map(
    (text): readonly [string, string] => ['3.4.4', text],
  ),
  ...["'", "'a'", "a'", '"a"', "a: 'b'", "it's: x", "'\t'"].map((text): readonly [string, string] => ['3.4.5', text]),
  ...['---', '--- a', '...', '....', '--', '-a', '- a', '-', '#', '#a', 'a#b', 'a #b', 'a\t#b', ',', ',a', 'a,b', '[', '[a]', ']', '{a}', '}', '&a', '*', '*a', '!a', '|', '|a', '>', '>a', '%a', '@a', '`a', '?', '? a', '?a', ':', ': a', ':a', 'a:', 'a: b', 'a:b', 'a :b', 'a:\tb', 'a: ', '- - a', '-\ta', '{{ a }}', '"'].map(
    (text): readonly [string, string] => ['3.4.6', text],
  ),
  ...[' a', 'a ', ' ', '  ', ' a ', 'a\nb ', ' \n', 'a \n', '\n a', 'a\n b\n'].map((text): readonly [string, string] => ['3.4.7', text]),
  ...['a\rb', 'a\r\nb', 'a\u0085b', 'a\u2028b', '\u2029', 'a\u2028 b', 'a \u2028b', '\ufeffa', 'a\ufeffb', '\ufeff'].map((text): readonly [string, string] => ['3.4.8', text]),
  ...['a\n b', 'a\n  b\nc', 'a\n\n b', '\n b'].map((text): readonly [string, string] => ['3.4.9', text]),
  ...['a \nb', 'a\n \nb', 'a\t\nb', '  \n  ', 'a  \n'].map((text): readonly [string, string] => ['3.4.10', text]),
  ...['\t', 'a\tb', '\ta\n\tb\n', '\u0000', '\u0007\u0008\u000b\u000c\u001b', '\u001f', '😀', 'a😀\nb', '\u{10ffff}', '\u200b', '\u0300'].map((text): readonly [string, string] => ['3.4.11', text]),
  ...['\u007f', '\u0080', '\u009f', '\ufffe', '\uffff'].map((text): readonly [string, string] => ['3.1.3', text]),
  ...['a,b,c', 'a[b]', 'a{b}', 'a?b', 'a ? b', 'a, b', 'f(x, y)', 'a - b', 'a & b', 'a * b', 'a ! b', 'a | b', 'a > b', 'a % b', 'a @ b'].map(
    (text): readonly [string, string] => ['3.4.12', text],
  ),
  ...["'it''s'", '\\', '"\\"', '\t"\\\'', '\u0001"', '\r\u0085\u00a0\u2028\u2029\t', '\u00a0\t', 'é\t日', '\u200b\ufeffx'].map((text): readonly [string, string] => ['3.4.13', text]),
  ...['  a', '\n\n  a\n\n', 'a\n\n', 'a\n\n\n', ' a\n', '\ta\n', 'a\nb\n'].map((text): readonly [string, string] => ['3.4.15', text]),
]

const styled: Rows = strings.map(([rule, text]) => {
  const literal = goString(text)
  return {
    rule,
    name: `the string ${literal} in every place`,
    template: `{{ $s := ${literal} }}{{ toYaml (dict "k" $s) }}\n{{ toYaml (dict $s 1) }}\n{{ toYaml (list $s (dict "k" $s)) }}\n{{ toYaml $s }}\n{{ toYaml (dict "a" (dict "b" (list $s $s))) }}`,
  }
})

// The strings that yaml.v3 may see differently, as toYamlPretty writes them.
const pretty: Rows = strings.filter((_, index) => index % 3 === 0).map(([, text]) => {
  const literal = goString(text)
  return {
    rule: '3.7.1',
    name: `the pretty string ${literal} in every place`,
    template: `{{ $s := ${literal} }}{{ toYamlPretty (dict "k" $s) }}\n{{ toYamlPretty (dict $s 1) }}\n{{ toYamlPretty (list $s (dict "k" $s)) }}\n{{ toYamlPretty $s }}`,
  }
})

/** A string of the template language, escapes for all that is not printable ASCII. */
function goString(text: string): string {
  const escaped = [...text].map((char) => {
    const point = char.codePointAt(0) ?? 0
    if (point >= 0xdc80 && point <= 0xdcff) return `\\x${(point - 0xdc00).toString(16)}`
    if (char === '"' || char === '\\') return `\\${char}`
    if (point === 10) return '\\n'
    if (point === 9) return '\\t'
    if (point >= 0x20 && point < 0x7f) return char
    return point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : `\\u${point.toString(16).padStart(4, '0')}`
  })
  return `"${escaped.join('')}"`
}

const long = 'word '.repeat(40).trim()
const keyOrders: readonly (readonly [rule: string, keys: readonly string[]])[] = [
  ['3.2.1', ['b', 'a', 'c', 'é', 'e', 'z', 'ß', '日', 'ab', 'aa']],
  ['3.2.1', ['B', 'a', 'A', 'b', 'Z', 'z']],
  ['3.2.2', ['a-b', 'ab', 'a_b', 'a.b', 'aB', 'a b', 'a1', 'a']],
  ['3.2.2', ['foo.bar', 'foobar', 'foo1', 'fooa', '_x', 'x', '1', '-a', '😀', '.a']],
  ['3.2.3', ['a1', 'a2', 'a10', 'a20', 'a3', 'a100']],
  ['3.2.3', ['1', '2', '10', '9', '100', '20']],
  ['3.2.3', ['v1.2', 'v1.10', 'v1.9', 'v10.1', 'v2']],
  ['3.2.3', ['a-1', 'a-2', 'a-10', 'a_1', 'a.1']],
  ['3.2.3', ['99999999999999999999', '100000000000000000000', '5']],
  ['3.2.4', ['a', 'aa', 'aaa', '']],
  ['3.2.4', ['ab', 'abc', 'ab-c']],
  ['3.2.5', ['a1b', 'a1-', 'a1.', 'a1']],
  ['3.2.5', ['x2y', 'x2-y', 'x2_y']],
  ['3.2.6', ['b', 'B', 'a10', 'a2', 'a-b', 'é', '\uffee', '😀']],
]

const plain: Rows = [
  ...keyOrders.map(([rule, keys]) => ({ rule, name: `the order of ${keys.join(' ')}`, template: `{{ $d := dict }}{{ range tuple ${keys.map(goString).join(' ')} }}{{ $_ := set $d . 1 }}{{ end }}{{ toYaml $d }}\n{{ toYamlPretty $d }}\n{{ toJson $d }}\n{{ $d }}` })),
  { rule: '3.1.1', name: 'toYaml goes through JSON', template: '{{ toYaml .Capabilities.KubeVersion }}|{{ toYaml (until 3) }}|{{ toYaml (splitList "," "a,1") }}|{{ toYaml true }}|{{ toYaml nil }}|{{ toYaml 1 }}' },
  { rule: '3.1.1', name: 'toYaml drops the last newline only', template: '[{{ toYaml (dict "a" "x\\n\\n") }}][{{ toYaml "x\\n" }}][{{ toYaml (dict) }}][{{ toYaml (list) }}]' },
  { rule: '3.1.1', name: 'toYaml of bytes is base64', template: '{{ toYaml (.Files.GetBytes "f") }} {{ toYaml (dict "a" (.Files.GetBytes "f")) }} {{ toYaml .Files }}', files: { f: 'hi\u0000' } },
  { rule: '3.1.2', name: 'toYaml of a time', template: '{{ toYaml (toDate "2006-01-02 15:04" "2020-03-04 05:06") }} {{ toYaml (dict "t" (toDate "2006" "x")) }}' },
  { rule: '3.1.2', name: 'toYaml of what JSON cannot hold is empty', template: '[{{ toYaml (float64 "NaN") }}][{{ toYaml (dict "a" (float64 "Inf")) }}][{{ toJson (float64 "NaN") }}]' },
  { rule: '3.1.2', name: 'mustToYaml of what JSON cannot hold fails', template: '{{ mustToYaml (float64 "NaN") }}' },
  { rule: '3.1.2', name: 'mustToJson of what JSON cannot hold fails', template: '{{ mustToJson (dict "a" (float64 "-Inf")) }}' },
  { rule: '3.1.2', name: 'toYaml of a complex number is empty', template: '[{{ toYaml 1i }}][{{ toYaml (list 1 2i) }}]' },
  { rule: '3.1.2', name: 'mustToJson of a complex number fails', template: '{{ mustToJson (list 2i) }}' },
  { rule: '3.7.1', name: 'toYamlPretty of a complex number fails', template: '{{ toYamlPretty (dict "a" 2i) }}' },
  { rule: '3.1.2', name: 'toYaml of typed nils', template: '{{ toYaml (rest list) }} {{ toYaml (dict "a" (rest list)) }} {{ toYaml (fromJson "null") }} {{ toYaml .Chart.Annotations }}' },
  { rule: '3.1.2', name: 'toYaml of a version', template: '{{ toYaml (semver "1.2.3-a") }} {{ toJson (semver "v1.2") }} {{ toYamlPretty (semver "1.2.3") }}' },
  { rule: '3.1.2', name: 'toYaml of large numbers', template: '{{ toYaml (list 9223372036854775807 -9223372036854775808 1e18 1e19 18446744073709551615.0 1e20 -1e19 -0.0 -1e18 123456789012.0 -1.5e300) }}' },
  { rule: '3.1.2', name: 'toYaml of a number below the limits', template: '{{ toYaml (list 0.5 1e-4 1e-5 0.1234567890123 1e6 1234567.25) }}' },
  { rule: '3.1.2', name: 'toYaml of a key of 1022 bytes', template: '{{ dict (repeat 1022 "k") 1 | toYaml | len }}' },
  { rule: '3.1.2', name: 'toYaml of a key of 1023 bytes', template: '[{{ dict (repeat 1023 "k") 1 | toYaml }}]' },
  { rule: '3.1.2', name: 'mustToYaml of a key of 1023 bytes', template: '{{ dict (repeat 1023 "k") 1 | mustToYaml }}' },
  { rule: '3.1.2', name: 'toYaml of a map of strings', template: '{{ toYaml (split "," "a,1") }}' },
  { rule: '3.1.3', name: 'mustToYaml of a control character fails', template: '{{ mustToYaml "a\\x7fb" }}' },
  { rule: '3.1.3', name: 'mustToYaml of the last character of the plane fails', template: '{{ mustToYaml "a\\uffffb" }}' },
  { rule: '3.1.3', name: 'toYaml folds the next-line character', template: '{{ toYaml "a\\u0085b" | printf "%q" }} {{ toYaml (dict "a\\u0085b" "\\u0085\\u0085") | printf "%q" }}' },
  { rule: '3.3.1', name: 'maps and lists in each other', template: '{{ toYaml .Values.list }}\n---\n{{ toYaml .Values.map }}' },
  { rule: '3.3.1', name: 'deep lists', template: '{{ toYaml (list (list (list 1 2) (list)) (list (dict "a" (list (list 1))))) }}' },
  { rule: '3.3.1', name: 'a map in a list in a map', template: '{{ toYaml (dict "a" (list (dict "b" (list (dict "c" 1 "d" (dict))) "e" nil) true)) }}' },
  { rule: '3.3.1', name: 'empty containers in every place', template: '{{ toYaml (list (dict) (list) (dict "a" (list) "b" (dict) "c" nil "d" "")) }}' },
  { rule: '3.3.2', name: 'scalars alone', template: '{{ toYaml "a" }}|{{ toYaml 1 }}|{{ toYaml 1.5 }}|{{ toYaml nil }}|{{ toYaml true }}|{{ toYaml "" }}|{{ toYaml "a\\nb" }}|{{ toYaml "a\\nb\\n" }}' },
  { rule: '3.3.2', name: 'literals in nested places', template: '{{ toYaml (dict "a" (dict "b" "x\\ny\\n")) }}\n{{ toYaml (list "x\\ny" (list "x\\ny")) }}\n{{ toYaml (dict "a" (list (dict "b" "x\\n\\ny\\n"))) }}' },
  { rule: '3.3.3', name: 'a key of 128 bytes', template: '{{ toYaml (dict (repeat 128 "k") 1) }}' },
  { rule: '3.3.3', name: 'a key of 129 bytes', template: '{{ toYaml (dict (repeat 129 "k") 1) }}' },
  { rule: '3.3.3', name: 'a long key with containers', template: '{{ toYaml (dict (repeat 130 "k") (list 1 (dict "a" 1))) }}\n{{ toYaml (dict (repeat 130 "k") (dict "a" 1 "b" "x\\ny")) }}\n{{ toYaml (dict (repeat 130 "k") (dict)) }}' },
  { rule: '3.3.3', name: 'a key over lines', template: '{{ toYaml (dict "a\\nb" 1) }}\n{{ toYaml (dict "a\\nb\\n" (list 1 2)) }}\n{{ toYaml (dict "x" (dict " a\\nb" "c\\nd")) }}' },
  { rule: '3.3.3', name: 'a long key of words is folded', template: `{{ toYaml (dict "${long}" "${long}") }}` },
  { rule: '3.3.3', name: 'a long key of non-ASCII letters', template: '{{ toYaml (dict (repeat 65 "é") 1) }}\n{{ toYaml (dict (repeat 64 "é") 1) }}' },
  { rule: '3.3.3', name: 'a long pretty key', template: `{{ toYamlPretty (dict "${long}" "${long}") }}\n{{ toYamlPretty (dict (repeat 129 "k") (list 1)) }}\n{{ toYamlPretty (dict (repeat 128 "k") 1) }}` },
  { rule: '3.3.4', name: 'the same value twice makes no anchor', template: '{{ $m := dict "a" (list 1) }}{{ toYaml (list $m $m) }}\n{{ toYamlPretty (list $m $m) }}' },
  { rule: '3.4.14', name: 'long plain text folds', template: `{{ toYaml "${long}" }}\n{{ toYaml (dict "k" "${long}") }}\n{{ toYaml (list "${long}") }}` },
  { rule: '3.4.14', name: 'long quoted text folds', template: `{{ toYaml (dict "k" "- ${long}") }}\n{{ toYaml (dict "k" "${long}\\t") }}\n{{ toYaml (dict "k" "'${long}: ") }}` },
  { rule: '3.4.14', name: 'long text deep down folds by its column', template: `{{ toYaml (dict "aaaa" (dict "bbbb" (dict "cccc" (list (dict "dddd" "${long}"))))) }}` },
  { rule: '3.4.14', name: 'long text without spaces does not fold', template: '{{ toYaml (dict "k" (repeat 30 "abcde")) }}\n{{ toYaml (dict "k" (print (repeat 30 "abcde") " tail")) }}' },
  { rule: '3.4.14', name: 'spaces side by side do not fold', template: `{{ toYaml (dict "k" (print (repeat 20 "abcde") "  two   three x  ")) }}\n{{ toYaml (dict "k" (print (repeat 20 "abcde") "  two   three x")) }}` },
  { rule: '3.4.14', name: 'double-quoted text writes a space after the break', template: `{{ toYaml (dict "k" (print "\\t" (repeat 20 "abcde") " one  two   three x ")) }}` },
  { rule: '3.4.14', name: 'the column counts characters', template: '{{ toYaml (dict "k" (repeat 30 "日本 ")) }}\n{{ toYaml (dict "k" (repeat 30 "😀 ")) }}' },
  { rule: '3.4.14', name: 'text of exactly the limit', template: '{{ toYaml (dict "k" (print (repeat 77 "a") " b")) }}\n{{ toYaml (dict "k" (print (repeat 78 "a") " b")) }}\n{{ toYaml (dict "k" (print (repeat 79 "a") " b")) }}' },
  { rule: '3.4.14', name: 'literals do not fold', template: `{{ toYaml (dict "k" "${long}\\n${long}") }}` },
  { rule: '3.4.14', name: 'a long simple key does not fold', template: `{{ toYaml (dict "${long.slice(0, 120)}" 1) }}` },
  { rule: '3.4.14', name: 'pretty text does not fold', template: `{{ toYamlPretty (dict "k" "${long}" "l" "- ${long}") }}` },
  { rule: '3.4.16', name: 'floats in shortest form', template: '{{ toYaml (list 0.1 1.5 100.25 1e-7 123456.5 1234567.5 1e22 3.0) }}' },
  { rule: '3.6.1', name: 'toToml of values', template: '{{ toToml .Values.map }}|{{ toToml (dict "a" .Values.number "b" 5 "c" 1.5 "d" true "e" "x" "f" nil) }}' },
  { rule: '3.6.1', name: 'toToml of tables in tables', template: '{{ toToml (dict "z" 1 "a" (dict "c" (dict "d" 1 "e" (dict "f" 2)) "b" 2) "y" (dict "x" 1)) }}' },
  { rule: '3.6.1', name: 'toToml of lists', template: '{{ toToml (dict "a" (list 1 2) "b" (list "x" "y") "c" (list) "d" (list (list 1) (list 2 3)) "e" (until 2)) }}' },
  { rule: '3.6.1', name: 'toToml of lists of tables', template: '{{ toToml (dict "a" (list (dict "b" 1) (dict "b" 2 "c" (dict "d" 3))) "e" 1) }}\n{{ toToml (dict "t" (dict "a" (list (dict "b" (list (dict "c" 1))) (dict)))) }}' },
  { rule: '3.6.1', name: 'toToml of mixed lists', template: '{{ toToml (dict "a" (list 1 (dict "b" 1 "c" "x") "y")) }}' },
  { rule: '3.6.1', name: 'toToml of keys that need quotes', template: '{{ toToml (dict "a b" 1 "a.b" 2 "é" 3 "" 4 "a\\"b" 5 "a-b_1" 6) }}\n{{ toToml (dict "a b" (dict "c.d" (dict "x" 1))) }}' },
  { rule: '3.6.1', name: 'toToml of strings', template: '{{ toToml (dict "a" "q\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u007fé😀" "b" "" "c" "it\'s") }}' },
  { rule: '3.6.1', name: 'toToml of numbers', template: '{{ toToml (dict "a" 1e6 "b" 5.0 "c" 1e-5 "d" (int64 7) "e" -0.0 "f" (float64 "NaN") "g" (float64 "-Inf") "h" 1e21 "i" 123456789.0) }}' },
  { rule: '3.6.1', name: 'toToml of a null in a list', template: '{{ toToml (dict "a" (list 1 nil)) }}' },
  { rule: '3.6.1', name: 'toToml of nil', template: '{{ toToml nil }}' },
  { rule: '3.6.1', name: 'toToml of a scalar', template: '{{ toToml 1 }}|{{ toToml "a" }}' },
  { rule: '3.6.1', name: 'toToml of a list', template: '{{ toToml (list 1 2) }}' },
  { rule: '3.6.1', name: 'toToml of a time', template: '{{ toToml (dict "t" (toDate "2006-01-02 15:04" "2020-03-04 05:06")) }}' },
  { rule: '3.6.1', name: 'toToml of empty tables', template: '[{{ toToml (dict) }}][{{ toToml (dict "a" (dict) "b" (dict "c" (dict))) }}]' },
  { rule: '3.7.1', name: 'toYamlPretty indents lists', template: '{{ toYamlPretty .Values.list }}\n---\n{{ toYamlPretty .Values.map }}' },
  { rule: '3.7.1', name: 'toYamlPretty of deep lists', template: '{{ toYamlPretty (list (list (list 1 2) (list)) (dict "a" (list (list 1)))) }}' },
  { rule: '3.7.1', name: 'toYamlPretty of numbers', template: '{{ toYamlPretty (list 1e6 1000000 .Values.number 1.5 1e21 (float64 "NaN") (float64 "Inf") (float64 "-Inf") -0.0 100000.0) }}' },
  { rule: '3.7.1', name: 'toYamlPretty of nils', template: '{{ toYamlPretty (list nil (rest list) (list) (dict)) }} {{ toYamlPretty nil }} {{ toYamlPretty (rest list) }}' },
  { rule: '3.7.1', name: 'toYamlPretty of bytes', template: '{{ toYamlPretty (.Files.GetBytes "f") }}\n{{ toYamlPretty .Files }}', files: { f: 'hi' } },
  { rule: '3.7.1', name: 'toYamlPretty of structs', template: '{{ toYamlPretty .Capabilities.KubeVersion }}\n{{ toYamlPretty (dict "h" .Capabilities.KubeVersion) }}' },
  { rule: '3.7.1', name: 'toYamlPretty of a time', template: '{{ toYamlPretty (dict "t" (toDate "2006-01-02 15:04" "2020-03-04 05:06")) }}' },
  { rule: '3.7.1', name: 'toYamlPretty of invalid bytes', template: '{{ toYamlPretty (dict "k" (trunc 2 "héllo")) }}' },
  { rule: '3.7.1', name: 'toYamlPretty of literals', template: '{{ toYamlPretty (dict "a" "x\\n\\ty\\n" "b" (list "x\\ny" (dict "c" " x\\ny\\n\\n"))) }}' },
  { rule: '3.2.6', name: 'JSON of nested values', template: '{{ toJson .Values }}\n{{ toPrettyJson .Values }}\n{{ toRawJson (dict "<" "&" "a" (list)) }}\n{{ toPrettyJson (dict "a" (list) "b" (dict) "c" (list (dict "<" ">"))) }}' },
  { rule: '3.2.6', name: 'JSON of strings', template: '{{ toJson "\\x00\\b\\f\\n\\r\\t\\v\\x7f\\"\\\\/<>&\\u2028\\u2029é😀\\xff" }} {{ toRawJson "<>&\\u2028\\xff" }}' },
]

export const rows: Rows = [...plain, ...styled, ...pretty].map((row): Row => ({ values, ...row }))
