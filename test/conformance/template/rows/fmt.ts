import type { Row, Rows } from '../../row.ts'

const values = String.raw`
million: 1000000
big: 123456789
half: 1.5
tiny: 0.00001
word: héllo
text: "a\"b\\c\n\té\u00a0日😀\u200b"
yes_: true
nothing: null
list: [1, two, null, true, [3.5]]
map: {b: 1, a: {c: null}, "10": x, "9": [z]}
`

// Operands of every kind a template can meet, by the name a reader knows them by.
const operands: readonly (readonly [name: string, operand: string])[] = [
  ['an int', '42'],
  ['a negative int', '-42'],
  ['a float', '3.14159'],
  ['a value float', '.Values.million'],
  ['a string', '"hi é"'],
  ['a bool', 'true'],
  ['nil', 'nil'],
  ['a list', '(list 1 "a" 2.5 nil)'],
  ['a map', '(dict "b" 1 "a" "x")'],
  ['a byte', '(index "a" 0)'],
]

const everyVerb: Rows = [...'vTtbcdoOqxXUeEfFgGs'].flatMap((verb) =>
  operands.map(([name, operand]) => ({
    rule: ruleOfVerb(verb),
    name: `%${verb} of ${name}`,
    template: `{{ printf "%${verb}" ${operand} }}`,
  })),
)

function ruleOfVerb(verb: string): string {
  if (verb === 'v') return '1.10.2'
  if (verb === 's') return '1.10.4'
  if (verb === 'd') return '1.10.5'
  return verb === 'q' ? '1.10.6' : '1.10.7'
}

// Directives with flags, width and precision, each with the operands for which they mean something.
const numeric = ['42', '-42', '0']
const floating = ['3.14159', '-2.5', '1e21', '0.0', '(float64 "Inf")']
const textual = ['"hé"', '""', '"\\xff\\n"']
const directives: readonly (readonly [directive: string, operands: readonly string[]])[] = [
  ['%5d', numeric],
  ['%-5d|', numeric],
  ['%05d', numeric],
  ['%+d', numeric],
  ['% d', numeric],
  ['%+05d', numeric],
  ['%-05d|', numeric],
  ['%.4d', numeric],
  ['%8.4d', numeric],
  ['%08.4d', numeric],
  ['%.0d', numeric],
  ['%#x', numeric],
  ['%#o', numeric],
  ['%#b', numeric],
  ['%#X', numeric],
  ['%#U', ['97', '128512', '8203']],
  ['%#q', ['97', '39', '10', '-1', '1114112']],
  ['%+q', ['233', '128512']],
  ['%c', ['233', '128512', '1114112', '-1', '55296']],
  ['%8.2f', floating],
  ['%-8.2f|', floating],
  ['%08.2f', floating],
  ['%+.1f', floating],
  ['% .1f', floating],
  ['%.0f', floating],
  ['%#.0f', floating],
  ['%.3g', floating],
  ['%#.3g', floating],
  ['%.2e', floating],
  ['%6.2v', floating],
  ['%x', floating],
  ['%.2x', floating],
  ['%b', floating],
  ['%#v', floating],
  ['%+v', floating],
  ['%5s|', textual],
  ['%-5s|', textual],
  ['%05s', textual],
  ['%.1s', textual],
  ['%.0s|', textual],
  ['%5.1s|', textual],
  ['%x', textual],
  ['% x', textual],
  ['%#x', textual],
  ['%# X', textual],
  ['%.1x', textual],
  ['%q', textual],
  ['%+q', textual],
  ['%#q', textual],
  ['%8q', textual],
  ['%-8q|', textual],
  ['%08q', textual],
  ['%.1q', textual],
  ['%#v', textual],
  ['%5t|', ['true', 'false']],
  ['%-6t|', ['true']],
  ['%06t', ['true']],
  ['%5v|', ['nil', '(list 1 "a")', '(dict "a" 1)']],
  ['%05v|', ['nil', '(list 1 "a")', '7', '"x"']],
  ['%#v', ['nil', 'true', '7', '(list 1 "a" nil)', '(dict "b" 1 "a" nil)', '(until 2)', '(rest list)', '(index "a" 0)']],
  ['%+v', ['nil', '7', '(list 1 -1)', '(dict "b" 1)', '"x"']],
  ['% x', ['(list "ab" 255)', '(list 1 2)']],
  ['%x', ['(list "ab" 255)', '(dict "a" "z")']],
  ['%6.2f', ['(list 1.0 2.5)', '(dict "a" 1.0)']],
  ['%02d', ['(list 1 22)', '(until 3)']],
]

const flagged: Rows = directives.map(([directive, operandsOf]) => ({
  rule: '1.10.8',
  name: `${directive} of ${operandsOf.join(', ')}`,
  template: operandsOf.map((operand) => `{{ printf ${JSON.stringify(directive)} ${operand} }}\n`).join(''),
}))

// Floats around the places where the notation changes.
const floats = ['0.0', '-0.0', '100000.0', '999999.0', '1000000.0', '1234567.0', '123456.7', '1e20', '1e21', '1e22', '0.0001', '0.00001', '0.000123', '1e100', '1e-100', '5e-324', '1.7976931348623157e308', '0.1', '33.333333333333336', '12345678.9', '2.5e-7']

const plain: Rows = [
  ...floats.map((float) => ({ rule: '1.10.2', name: `the float ${float} in each notation`, template: `{{ ${float} }} {{ print ${float} }} {{ printf "%v %g %e %f %.3g %G" ${float} ${float} ${float} ${float} ${float} ${float} }} {{ toJson ${float} }} {{ toYaml ${float} }}` })),
  { rule: '1.10.1', name: 'an action prints as %v', template: '{{ 1 }} {{ 1.0 }} {{ 1e6 }} {{ "a" }} {{ true }} {{ .Values.list }} {{ .Values.map }}' },
  { rule: '1.10.1', name: 'an action prints values of values', template: '{{ .Values.million }} {{ .Values.big }} {{ .Values.half }} {{ .Values.tiny }} {{ .Values.nothing }} {{ .Values.yes_ }}' },
  { rule: '1.10.1', name: 'an action prints empty containers', template: '{{ list }} {{ dict }} {{ until 0 }} {{ rest list }}' },
  { rule: '1.10.2', name: 'floats that are no numbers', template: '{{ float64 "NaN" }} {{ float64 "Inf" }} {{ float64 "-Inf" }} {{ float64 "-0" }}' },
  { rule: '1.10.2', name: 'bools and ints', template: '{{ printf "%v %v %v %v" true false 9223372036854775807 -1 }}' },
  { rule: '1.10.2', name: 'complex numbers', template: '{{ printf "%v %.1f %g %T" 1+2i 1+2i -1.5i 2i }}' },
  { rule: '1.10.2', name: 'complex numbers under every verb', template: '{{ $c := 1+2i }}{{ range list "%v" "%+v" "%#v" "%x" "%8.2f|" "%d" "%s" "%q" "%t" "%e" "%b" "%G" "%08.1f" "% .1f" "%-12.1f|" "%c" "%T" }}{{ printf . $c }} {{ end }}' },
  { rule: '1.10.2', name: 'complex numbers in functions', template: '{{ kindOf 1i }} {{ toString 2i }} {{ int 2i }} {{ empty 0i }} {{ quote 1i }} {{ list 1i }} {{ default 3 0i }} {{ deepEqual 1i 1i }} {{ deepEqual 1i 2i }} {{ toJson 1i }} {{ print 1i 2i "a" }} {{ printf "%5.1f" (list 1i) }} {{ toToml (dict "a" 1i) }}' },
  { rule: '1.10.2', name: 'complex numbers that are not whole', template: '{{ printf "%v %v %.2g %v" 1e21i 1.5-2.25i 100.125+3i -0.0i }}' },
  { rule: '1.10.3', name: 'bytes print as numbers', template: '{{ .Files.GetBytes "f" }} {{ printf "%v %d %s %q %x %X % x" (.Files.GetBytes "f") (.Files.GetBytes "f") (.Files.GetBytes "f") (.Files.GetBytes "f") (.Files.GetBytes "f") (.Files.GetBytes "f") (.Files.GetBytes "f") }}', files: { f: 'hi\n' } },
  { rule: '1.10.3', name: 'bytes with the other verbs', template: '{{ $b := .Files.GetBytes "f" }}{{ printf "%#v %c %U %o %t %e %#x %T %5d" $b $b $b $b $b $b $b $b $b }}', files: { f: 'hi' } },
  { rule: '1.10.3', name: 'missing bytes', template: '{{ $b := .Files.GetBytes "nope" }}{{ printf "%v %s %q %x %#v %d" $b $b $b $b $b $b }}', files: {} },
  { rule: '1.10.3', name: 'Files prints as a map of bytes', template: '{{ .Files }} {{ printf "%s" .Files }}', files: { f: 'hi', 'd/g': 'x' } },
  { rule: '1.10.3', name: 'a map in a map in a list', template: '{{ printf "%v" (list .Values.map (list .Values.list)) }}' },
  { rule: '1.10.3', name: 'a pointer to a struct', template: '{{ printf "%v" .Capabilities | trunc 20 }} {{ printf "%v" .Capabilities.KubeVersion }} {{ printf "%+v" .Capabilities.KubeVersion }}' },
  { rule: '1.10.3', name: 'a struct with its String method on the pointer', template: '{{ .Capabilities.KubeVersion }} {{ quote .Capabilities.KubeVersion }} {{ toString .Capabilities.KubeVersion }} {{ print .Capabilities.KubeVersion }} {{ printf "%s" .Capabilities.KubeVersion }} {{ cat .Capabilities.KubeVersion }}' },
  { rule: '1.10.3', name: 'a struct in Go syntax', template: '{{ printf "%#v" .Capabilities.KubeVersion }}' },
  { rule: '1.10.3', name: 'a struct with the wrong verb', template: '{{ printf "%d %q %x" .Capabilities.KubeVersion .Capabilities.KubeVersion .Capabilities.KubeVersion }}' },
  { rule: '1.10.3', name: 'a version has String', template: '{{ $v := semver "v1.2.3-rc.1+b5" }}{{ $v }} {{ printf "%v %s %q %x %10s|" $v $v $v $v $v }} {{ quote $v }}' },
  { rule: '1.10.3', name: 'a list of versions', template: '{{ printf "%v %s" (list (semver "1.2.3")) (list (semver "1.2.3")) }}' },
  { rule: '1.10.3', name: 'a time has String', template: '{{ $t := toDate "2006-01-02 15:04" "2020-03-04 05:06" }}{{ $t }} {{ printf "%v|%s|%q" $t $t $t }}' },
  { rule: '1.10.3', name: 'a month and a weekday have String', template: '{{ $t := toDate "2006-01-02" "2020-03-04" }}{{ $t.Month }} {{ $t.Weekday }} {{ printf "%d %v %s %02d" $t.Month $t.Month $t.Weekday $t.Weekday }}' },
  { rule: '1.10.3', name: 'a map of strings', template: '{{ split "," "b,a" }} {{ printf "%q" (split "," "b,a") }}' },
  { rule: '1.10.3', name: 'a list of strings', template: '{{ splitList "," "b,a" }} {{ printf "%q %s %x %d" (splitList "," "b,a") (splitList "," "b,a") (splitList "," "b,a") (splitList "," "b,a") }}' },
  { rule: '1.10.3', name: 'maps sort by bytes of their keys', template: '{{ dict "b" 1 "a" 2 "B" 3 "10" 4 "9" 5 "é" 6 "" 7 "\\U0001F600" 8 "\\uffee" 9 }}' },
  { rule: '1.10.3', name: 'a named map in Go syntax', template: '{{ printf "%#v" (omit .Values "text" "list" "map" "tiny" "nothing") }} {{ printf "%T" .Values }}' },
  { rule: '1.10.4', name: '%s element by element', template: '{{ printf "%s" .Values.list }} {{ printf "%s" .Values.map }} {{ printf "%s" (list "a" 1 1.5 true nil) }}' },
  { rule: '1.10.4', name: '%s of a missing value', template: '{{ printf "%s|%s" .Values.nope .Values.nothing }}' },
  { rule: '1.10.4', name: '%s of invalid bytes', template: '{{ printf "%s" (trunc 2 "héllo") }}' },
  { rule: '1.10.5', name: '%d element by element', template: '{{ printf "%d" .Values.list }} {{ printf "%d" (dict "a" 1 "b" "x") }} {{ printf "%d" (until 3) }}' },
  { rule: '1.10.5', name: '%d of the largest numbers', template: '{{ printf "%d %d %x" 9223372036854775807 -9223372036854775808 -9223372036854775808 }}' },
  { rule: '1.10.5', name: '%d of a value that looks like an int', template: '{{ printf "%d" .Values.million }} {{ printf "%d" (int .Values.million) }} {{ printf "%d" (int64 .Values.million) }}' },
  { rule: '1.10.6', name: '%q of text with everything in it', template: '{{ printf "%q|%+q|%#q" .Values.text .Values.text .Values.text }}' },
  { rule: '1.10.6', name: '%q of spaces and marks', template: '{{ printf "%q" "\\u00a0\\ufeff\\u2028\\u3000\\u00ad\\u0300\\ue000\\U000e0100\\U0010ffff" }}' },
  { rule: '1.10.6', name: '%q of controls and invalid bytes', template: '{{ printf "%q" "\\a\\b\\f\\n\\r\\t\\v\\\\\\x00\\x1b\\x7f\\x80\\xff" }}' },
  { rule: '1.10.6', name: '%#q falls back when backquotes do not do', template: '{{ printf "%#q %#q %#q" "a`b" "a\\tb" "a\\nb" }}' },
  { rule: '1.10.6', name: '%q of runes', template: "{{ printf \"%q %q %q %q\" 'a' '\\n' '\\'' 8203 }}" },
  { rule: '1.10.7', name: '%p of what is no pointer', template: '{{ printf "%p %p %p %p" 1 "a" 1.5 true }}' },
  { rule: '1.10.7', name: '%t of other kinds', template: '{{ printf "%t %t %t" true 1 "a" }}' },
  { rule: '1.10.7', name: '%T of every type', template: '{{ printf "%T %T %T %T %T %T %T %T %T %T" 1 1.5 "a" true nil (list) (dict) .Values .Capabilities (until 1) }}' },
  { rule: '1.10.7', name: 'percent signs', template: '{{ printf "100%% %5% %" }}' },
  { rule: '1.10.7', name: '%x of floats and strings', template: '{{ printf "%x %X %x %X %x" 1.5 -0.1 "hello" "Hi" 255 }}' },
  { rule: '1.10.7', name: '%U of runes', template: '{{ printf "%U %U %#U %08U|" 97 128512 10 97 }}' },
  { rule: '1.10.8', name: 'a width from an argument', template: '{{ printf "%*d|%-*d|%.*f" 5 42 5 42 2 3.14159 }}' },
  { rule: '1.10.8', name: 'a negative width from an argument', template: '{{ printf "%*d|" -5 42 }}' },
  { rule: '1.10.8', name: 'a negative precision from an argument', template: '{{ printf "%.*f|" -1 2.5 }}' },
  { rule: '1.10.8', name: 'a width from an argument that is no int', template: '{{ printf "%*d|" "x" 42 }} {{ printf "%.*f|" 1.5 2.5 }} {{ printf "%*d" .Values.million 1 }}' },
  { rule: '1.10.8', name: 'a width that is too big', template: '{{ printf "%10000000d|" 42 }} {{ printf "%*d|" 10000001 42 }}' },
  { rule: '1.10.8', name: 'explicit indexes', template: '{{ printf "%[2]d %[1]d" 1 2 }} {{ printf "%[1]d %d %[1]q" 65 66 }} {{ printf "%[3]*.[2]*[1]f|" 12.0 2 6 }}' },
  { rule: '1.10.8', name: 'width counts runes', template: '{{ printf "%5s|%-5s|%5s|" "日本" "é" "😀" }} {{ printf "%.2s" "日本語" }}' },
  { rule: '1.10.8', name: 'flags together', template: '{{ printf "%+-8d|%-+8d|% 08d|%#08x|%+#x|%0-8d|" 42 42 42 42 42 42 }}' },
  { rule: '1.10.8', name: 'a star with a precision point and nothing', template: '{{ printf "%.f|%.s|%5.d|" 2.5 "abc" 7 }}' },
  { rule: '1.10.9', name: 'a missing argument', template: '{{ printf "%d %s %v" 1 }}' },
  { rule: '1.10.9', name: 'surplus arguments', template: '{{ printf "%d" 1 "a" 2.5 nil (list 1) }}' },
  { rule: '1.10.9', name: 'surplus arguments with explicit indexes are fine', template: '{{ printf "%[1]d" 1 2 }}' },
  { rule: '1.10.9', name: 'no verb', template: '{{ printf "a%" }} {{ printf "a%5" 1 }} {{ printf "%-" 1 }}' },
  { rule: '1.10.9', name: 'an unknown verb', template: '{{ printf "%z %y %é %!" "x" 1 2.5 true }}' },
  { rule: '1.10.9', name: 'an unknown verb without an argument', template: '{{ printf "%z" }} {{ printf "%!" }}' },
  { rule: '1.10.9', name: 'a bad index', template: '{{ printf "%[5]d" 1 }} {{ printf "%[x]d" 1 }} {{ printf "%[0]d" 1 }} {{ printf "%[1" 1 }} {{ printf "%[]d" 1 }}' },
  { rule: '1.10.9', name: 'a bad index of a width', template: '{{ printf "%[5]*d" 1 2 }} {{ printf "%.[9]*d" 1 2 }} {{ printf "%[2]*[1]d" 1 5 }}' },
  { rule: '1.10.9', name: 'nil with every verb', template: '{{ printf "%d %s %q %x %f %t %c %U %e %b %o %p %v %T" nil nil nil nil nil nil nil nil nil nil nil nil nil nil }}' },
  { rule: '1.10.9', name: '%w is for errors only', template: '{{ printf "%w" "a" }}' },
  { rule: '1.10.9', name: 'wrong verbs for lists and maps', template: '{{ printf "%t %c %e" (list 1 "a") (list "a") (dict "a" 1) }}' },
  { rule: '1.10.9', name: 'invalid text in a format', template: '{{ printf "\\xff%d\\xc3" 1 }} {{ printf "%\\xff" 1 }}' },
  { rule: '1.10.10', name: 'strval of each kind', template: '{{ range tuple "a" 1 1.5 1e6 true nil (list 1 nil) (dict "a" nil) }}[{{ toString . }}][{{ quote . }}]{{ end }}' },
  { rule: '1.10.10', name: 'strval of bytes', template: '{{ toString (.Files.GetBytes "f") }} {{ quote (.Files.GetBytes "f") }} {{ .Files.GetBytes "f" | print }}', files: { f: 'hi' } },
  { rule: '1.10.10', name: 'strval of a value float', template: '{{ quote .Values.million }} {{ toString .Values.big }} {{ join "," (list .Values.million 1) }} {{ cat .Values.million }} {{ dict .Values.million 1 }}' },
  { rule: '1.10.10', name: 'strval of things with String', template: '{{ toString (semver "1.2") }} {{ quote (toDate "2006" "2020") }}' },
]

export const rows: Rows = [...plain, ...everyVerb, ...flagged].map((row): Row => ({ values, ...row }))
