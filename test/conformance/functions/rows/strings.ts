import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const values = 'port: 80\nmillion: 1000000\nword: hello\nnull_: null\nlist: [b, 1, null, true]\n'

export const rows: Rows = rowsByRule(
  {
    '2.4.1': {
      'trim knows the blanks of Unicode': '{{ trim "\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000a" | printf "%q" }} {{ trim "\\ufeff a\\u200b" | printf "%q" }}',
      'trimAll takes a set of characters': '{{ trimAll "$é" "é$5$é" }} {{ trimAll "" "a" }} {{ trimall "ab" "abcba" }} {{ trimAll "a" "aaa" | quote }}',
      'trimPrefix and trimSuffix take one text once': '{{ trimPrefix "ab" "ababc" }} {{ trimSuffix "bc" "abcbc" }} {{ trimPrefix "x" "abc" }} {{ trimSuffix "" "abc" }} {{ trimPrefix "abc" "abc" | quote }}',
      'trim of a number': '{{ trim .Values.port }}',
    },
    '2.4.2': {
      'upper and lower go character by character': '{{ upper "straße ﬁ ŉ ǆ ı µ ΐ" }} {{ lower "İ ΑΣ Ǆ ẞ K Å" }} {{ upper "\\xff" | printf "%q" }}',
      'title begins words': '{{ title "foo-bar it\'s a_b 1x x.y é à-b ǆ" }} {{ title "FOO bar" }} {{ title "" | quote }}',
      'untitle ends them': '{{ untitle "Foo Bar-Baz É" }} {{ untitle "FOO" }}',
      'swapcase': '{{ swapcase "Hello World é É ǅ 1" }} {{ swapcase "aB cD" }}',
    },
    '2.4.3': {
      'repeat': '{{ repeat 3 "ab" }}{{ repeat 0 "x" }}{{ "y" | repeat 2 }}',
      'repeat of a negative count': '{{ repeat -1 "a" }}',
      'substr counts bytes': '{{ substr 1 3 "hello" }} {{ substr -1 3 "hello" }} {{ substr 2 -1 "hello" }} {{ substr 2 99 "hello" }} {{ substr 0 1 "é" | printf "%q" }} {{ substr 0 0 "x" | quote }} {{ substr -1 -1 "hello" }}',
      'substr of a range that begins after its end': '{{ substr 3 2 "hello" }}',
      'substr that begins after the text': '{{ substr 9 10 "hello" }}',
      'trunc counts bytes': '{{ trunc 2 "hello" }} {{ trunc -2 "hello" }} {{ trunc 9 "hello" }} {{ trunc -9 "hello" }} {{ trunc 0 "x" | quote }} {{ trunc 1 "é" | printf "%q" }}',
      'abbrev': '{{ abbrev 5 "hello world" }} {{ abbrev 4 "hello world" }} {{ abbrev 3 "hello world" }} {{ abbrev 99 "hello" }} {{ abbrev 6 "héllö wörld" | printf "%q" }} {{ abbrev -1 "hello" }}',
      'abbrevboth': '{{ abbrevboth 5 10 "1234 5678 9123" }} {{ abbrevboth 0 7 "hello world" }} {{ abbrevboth 4 10 "hello wonderful world" }} {{ abbrevboth 1 3 "hello" }} {{ abbrevboth 5 20 "abcdefghijklmnopqrstuvwxyz" }}',
    },
    '2.4.4': {
      'nospace': '{{ nospace " a b\\tc\\n" }} {{ nospace "é" }} {{ nospace "é b" | printf "%q" }} {{ nospace "à" | printf "%q" }} {{ nospace "" | quote }}',
      'initials': '{{ initials "First Second third" }} {{ initials "é à" | printf "%q" }} {{ initials " a  b " }} {{ initials "" | quote }}',
    },
    '2.4.5': {
      'cat joins what is not nil': '{{ cat "a" 1 nil true 1.5 (list 1) .Values.nope .Values.million "" "b" | quote }} {{ cat | quote }}',
      'join': '{{ join "," (list 1 nil "a" true) }} {{ join "-" .Values.list }} {{ join "," "x" }} {{ join "," 7 }} {{ join "," nil | quote }} {{ join "," (until 3) }} {{ join "," (splitList "" "abc") }} {{ .Values.nope | join "," | quote }} {{ join "," (dict "a" 1) }}',
      'toStrings': '{{ toStrings (list 1 nil "a" 1.5) }} {{ toStrings nil }} {{ toStrings "x" | typeOf }} {{ toStrings (until 2) }}',
      'join with a separator that is no text': '{{ join 1 (list) }}',
    },
    '2.4.6': {
      'quote': '{{ quote "a\\"b\\n\\t\\\\é😀\\x01" 1 nil true 1.5 (list "a") .Values.million }} [{{ quote nil }}] [{{ quote }}] [{{ quote "" }}]',
      'squote escapes nothing': '{{ squote "it\'s" 1 nil (dict "a" 1) }} [{{ squote nil }}] [{{ squote "" }}]',
      'quote of objects': '{{ quote .Capabilities.KubeVersion }} {{ quote (semver "1.2.3") }} {{ quote (toDate "2006" "2021") }} {{ quote (.Files.GetBytes "nope") }} {{ squote (semver "1.2.3") }}',
    },
    '2.4.7': {
      'indent touches empty lines too': '{{ indent 2 "a\\n\\nb\\n" | printf "%q" }} {{ indent 0 "a\\nb" | printf "%q" }} {{ indent 1 "" | printf "%q" }}',
      'nindent begins with a newline': '{{ nindent 2 "a\\nb" | printf "%q" }} {{ nindent 0 "" | printf "%q" }}',
      'indent of a negative width': '{{ indent -1 "a" }}',
      'indent of a float': '{{ indent .Values.port "a" }}',
    },
    '2.4.8': {
      'replace': '{{ replace "a" "b" "banana" }} {{ replace "" "-" "aé" }} {{ replace "x" "y" "abc" }} {{ "a.b.c" | replace "." "" }} {{ replace "aa" "b" "aaa" }}',
      'contains and its like': '{{ contains "" "a" }} {{ contains "b" "abc" }} {{ hasPrefix "a" "abc" }} {{ hasSuffix "" "" }} {{ "abc" | hasSuffix "c" }} {{ hasPrefix "abc" "ab" }}',
      'plural': '{{ plural "one" "many" 1 }} {{ plural "one" "many" 0 }} {{ len (list 1 2) | plural "one" "many" }}',
      'plural of a float': '{{ plural "one" "many" .Values.port }}',
      'wrap keeps words': '{{ wrap 5 "hello beautiful world" }}|{{ wrap 80 "short" }}|{{ wrap 1 "a b" }}|{{ wrap 0 "a b" }}|{{ wrap 5 "a\\nb c d e" }}',
      'wrapWith breaks words': '{{ wrapWith 5 "-" "hello beautiful world" }}|{{ wrapWith 3 "\\t" "abcdefgh" }}|{{ wrapWith 5 "" "hello world" }}|{{ wrapWith 0 "-" "ab" }}|{{ wrapWith 2 "-" "éé" }}',
    },
    '2.4.9': {
      'split is a map': '{{ split "$" "foo$bar$baz" }} {{ (split "," "a,b")._1 }} {{ split "" "ab" }} {{ split "," "" | toJson }}',
      'splitn': '{{ splitn "$" 2 "foo$bar$baz" }} {{ splitn "," 0 "a,b" | toJson }} {{ splitn "," -1 "a,b" | toJson }} {{ splitn "," 9 "a" }}',
      'splitList': '{{ splitList "$" "a$b" | toJson }} {{ splitList "" "aé\\xff" | toJson }} {{ splitList "," "" | toJson }} {{ splitList "," "," | toJson }} {{ typeOf (splitList "," "a") }} {{ splitList "" "" | toJson }}',
    },
    '2.4.10': {
      'sums': '{{ sha1sum "" }} {{ sha1sum "é" }} {{ sha256sum "hello" }} {{ sha512sum "hello" }} {{ adler32sum "hello" }} {{ adler32sum "" }} {{ sha256sum "\\xff" }}',
      'base 64': '{{ b64enc "hello é" }} {{ b64dec "aGVsbG8=" }} {{ b64dec "aGVsbG8" }} {{ b64dec "aGV\\nsbG8=" }} {{ b64dec "!" }} {{ b64enc "" | quote }} {{ b64dec "_w==" }} {{ b64enc "\\xff" }}',
      'base 32': '{{ b32enc "hello" }} {{ b32dec "NBSWY3DP" }} {{ b32dec "nbswy3dp" }} {{ b32enc "a" }} {{ b32dec "ME======" }} {{ b32dec "ME" }}',
      'sum of a number': '{{ sha256sum .Values.port }}',
    },
    '2.4.11': {
      'snakecase': '{{ range list "FirstName" "HTTPServer" "NoHTTPS" "GO_PATH" "GO PATH" "GO-PATH" "http2xx" "HTTP20xOK" "Duration2m3s" "Bld4Floor3rd" "" "a" "ABC" "a.b-c_d e" "éÀb" "X1Y2" "--a" "1a2B" }}{{ snakecase . }};{{ end }}',
      'kebabcase': '{{ range list "FirstName" "HTTPServer" "NoHTTPS" "GO_PATH" "GO PATH" "http2xx" "HTTP20xOK" "Duration2m3s" "a_b" "_a_" "A" "éÉ" }}{{ kebabcase . }};{{ end }}',
      'camelcase': '{{ range list "http_server" "_camel_case" "no_https" "_complex__case_" "all" "GOLANG_IS_GREAT" "HTTPServer" "someSQL" "a-b c" "éa_b" "1a_2b" "__" "" "A" "a.b_c" }}{{ camelcase . }};{{ end }}',
    },
    '2.4.12': {
      'random texts have their length': '{{ len (randAlpha 5) }} {{ len (randNumeric 0) }} {{ len (randAscii 7) }} {{ len (randAlphaNum 40) }} {{ len (randBytes 5) }} {{ len (shuffle "hello") }} {{ shuffle "" | quote }} {{ shuffle "a" }}',
      'random texts keep to their alphabets': '{{ regexMatch "^[a-zA-Z]+$" (randAlpha 99) }} {{ regexMatch "^[0-9]+$" (randNumeric 99) }} {{ regexMatch "^[0-9a-zA-Z]+$" (randAlphaNum 99) }} {{ regexMatch "^[ -~]+$" (randAscii 99) }} {{ b64dec (randBytes 9) | len }} {{ shuffle "cab" | splitList "" | sortAlpha | join "" }}',
      'a negative count of letters is none': '{{ randAlpha -1 | quote }} {{ randNumeric -5 | quote }}',
      'a negative count of bytes': '{{ randBytes -1 }}',
      'randInt is below its end': '{{ randInt 5 6 }} {{ $n := randInt 0 10 }}{{ and (ge $n 0) (lt $n 10) }} {{ typeOf (randInt 0 9) }}',
      'randInt without room': '{{ randInt 5 5 }}',
    },
    '2.4.13': {
      'regexQuoteMeta, hello and toString': '{{ regexQuoteMeta "a.b*c[d]$^|\\\\(){}+?-/" }} {{ hello }} {{ toString 1.5 }} {{ toString nil }} {{ toString (list 1 "a") }} {{ toString .Values.million }} {{ toString "x" | typeOf }} {{ toString (semver "1.2.3") }} {{ toString .Values.nope }}',
    },
  },
  values,
)
