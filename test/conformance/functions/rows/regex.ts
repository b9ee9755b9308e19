import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

/** A template that finds each expression in the text, and shows what it found. */
function finds(expressions: readonly string[], text: string): string {
  const words = expressions.map((expression) => JSON.stringify(expression)).join(' ')
  return `{{ range list ${words} }}{{ mustRegexFindAll . ${JSON.stringify(text)} -1 | toJson }} {{ end }}`
}

const refused = ['(', 'a(?=b)', '(?!a)', '(?<=a)b', '(a)\\1', '\\Z', '\\h', '\\C', '**', 'a**', '[a', '[z-a]', '[a-\\d]', 'a{1001}', 'x{2,1}', '(?P<n>a)(?P<n>b)', '\\', '(?z)', '[[:nope:]]', '\\pX', '(?>a)', 'a++', ')', '\\8', '(?P<1a>x)', '\\x{110000}', '(?i', '[]']

export const rows: Rows = rowsByRule({
  '2.10.1': {
    'regexMatch is not anchored': '{{ regexMatch "b" "abc" }} {{ regexMatch "^b" "abc" }} {{ regexMatch "" "" }} {{ regexMatch "(" "(" }} {{ regexMatch "a(?=b)" "ab" }}',
    'regexFind and regexFindAll': '{{ regexFind "[a-z][1-9]" "xa1b2" }} {{ regexFind "x" "abc" | quote }} {{ regexFindAll "[2,4,6,8]" "123456789" -1 | toJson }} {{ regexFindAll "." "abc" 2 | toJson }} {{ regexFindAll "." "abc" 0 | toJson }} {{ regexFindAll "(a)(b)" "abab" -1 | toJson }} {{ typeOf (regexFindAll "." "a" 1) }}',
    'regexReplaceAll and regexSplit': '{{ regexReplaceAll "a(x*)b" "-ab-axxb-" "${1}W" }} {{ regexReplaceAllLiteral "a(x*)b" "-ab-axxb-" "${1}" }} {{ regexSplit "z+" "pizza" -1 | toJson }} {{ regexSplit "z" "pizza" 2 | toJson }} {{ mustRegexReplaceAll "b" "abc" "" }} {{ mustRegexSplit "," "a,b" -1 | toJson }}',
    'mustRegexMatch of a wrong expression': '{{ mustRegexMatch "(" "a" }}',
    'mustRegexFind of a wrong expression': '{{ mustRegexFind "[" "a" }}',
    'regexFind of a wrong expression': '{{ regexFind "*" "a" }}',
    'regexFindAll of a wrong expression': '{{ regexFindAll "a{2,1}" "a" -1 }}',
    'regexReplaceAllLiteral of a wrong expression': '{{ regexReplaceAllLiteral "(?<" "a" "b" }}',
    'regexSplit of a wrong expression': '{{ regexSplit "\\\\" "a" -1 }}',
    'regexMatch of a number': '{{ regexMatch "1" 1 }}',
  },
  '2.10.2': {
    'the first alternative wins': finds(['a|ab', 'ab|a', 'a+?', '(a|b)*?c', 'a{1,2}', 'a{2}', '(?:a|ab)(?:c|bcd)', '(a*)+', '(a*)*b', '(|a)*', '(|a)+'], 'aababcd'),
    ...Object.fromEntries(refused.map((text) => [`the expression ${text} is refused`, `{{ mustRegexFind ${JSON.stringify(text)} "a" }}`])),
  },
  '2.10.3': {
    'flags': finds(['(?i)AB', '(?s)a.b', '(?m)^b$', '(?U)a+', '(?i:A)b', '(?is-m)A.B', 'a(?i)B', '(?-s).', '(?im)^B'], 'ab\na\nb\naB aa'),
    'names, anchors and escapes': finds(['(?P<x>a)', '(?<x>b)', '\\Aa', 'b\\z', '\\Qa.b\\E', '\\a', '\\x{61}', '\\x41', '\\141', '\\t', '\\bA', 'A\\B', '\\.'], 'a.b\u0007A\ta b'),
    'classes': finds(['[[:alpha:]]+', '[[:^digit:]]', '\\pL+', '\\p{Greek}', '\\PN+', '\\p{^L}', '[^\\d\\s]+', '\\s+', '\\S+', '\\w+', '[\\]a]', '[]a]+', '[a\\-z]', '[-a]', '\\d+', '[[:word:]-]+', '[^a-z]+', '\\p{Lu}', '[α-ω]+'], 'aZ0 _-]é\u00a0αβ\v12'),
    'dots, ends and braces': finds(['.+', 'a$', '(?m)a$', '^', '$', 'a{', 'a{,2}', '{', 'a{1', 'x*', 'b??', '.{2}'], 'a{\ra\nb😀a{,2}'),
    'folding of case': finds(['(?i)k', '(?i)ß', '(?i)σ', '(?i)[a-c]+', '(?i)é'], 'kK\u212a ßẞ σςΣ aBc éÉ'),
    'characters outside the basic plane': finds(['.', '[😀-😂]', '\\x{1F600}', '[^a]'], 'a😀é'),
    'bytes that are no text': '{{ regexFindAll "." "a\\xffb" -1 | len }} {{ regexReplaceAll "." "\\xff" "x" }} {{ regexMatch "\\\\x{fffd}" "\\xff" }}',
    'many times': '{{ regexMatch "^a{1000}$" (repeat 1000 "a") }} {{ regexMatch "^(?:a?){50}a{50}$" (repeat 50 "a") }}',
  },
  '2.10.4': {
    'groups in replacements': '{{ regexReplaceAll "(?P<first>\\\\w)(\\\\w)" "abcd" "${first}-$2;" }} {{ regexReplaceAll "(a)" "a" "$1x" | quote }} {{ regexReplaceAll "(a)" "a" "${1}x$$$" }} {{ regexReplaceAll "(a)|(b)" "ab" "[$1|$2|$3]" }} {{ regexReplaceAll "a" "a" "$" }} {{ regexReplaceAll "a" "a" "${" }} {{ regexReplaceAll "a" "a" "${}" }} {{ regexReplaceAll "a" "xay" "$&|$0|$`" }} {{ regexReplaceAll "(a)" "a" "$é${1é}" }} {{ regexReplaceAll "(.)" "a" "$1_" | quote }} {{ regexReplaceAll "(.)" "a" "$1-" }}',
  },
  '2.10.5': {
    'empty matches': '{{ regexReplaceAll "a*" "baac" "-" }} {{ regexReplaceAll "" "ab" "-" }} {{ regexReplaceAll "x*" "é" "-" }} {{ regexFindAll "a*" "baac" -1 | toJson }} {{ regexReplaceAllLiteral "$" "a" "!" }} {{ regexReplaceAll "\\\\b" "ab c" "|" }}',
    'splitting': '{{ regexSplit "a*" "baac" -1 | toJson }} {{ regexSplit "" "abc" -1 | toJson }} {{ regexSplit "," "" -1 | toJson }} {{ regexSplit "," "a,b" 0 | toJson }} {{ regexSplit "," "a,b,c" 1 | toJson }} {{ regexSplit "," ",a," -1 | toJson }} {{ regexSplit "x*" "axb" 2 | toJson }}',
  },
})
