import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const paths = '"" "/" "//" "a" "a/" "a/b" "/a/b.c" "a//b" "./a" "../a" "a/../.." "/.." "a/./b/../c" "." ".." ".hidden" "a.b.c" "a.b/c" "é/ü.x" "a/b/" "c:\\\\d"'

export const rows: Rows = rowsByRule({
  '2.12.1': {
    'base': `{{ range list ${paths} }}{{ base . }};{{ end }}`,
    'dir': `{{ range list ${paths} }}{{ dir . }};{{ end }}`,
    'clean': `{{ range list ${paths} }}{{ clean . }};{{ end }}`,
    'ext and isAbs': `{{ range list ${paths} }}{{ ext . }}{{ isAbs . }};{{ end }}`,
    'osBase and osDir': `{{ range list ${paths} }}{{ osBase . }} {{ osDir . }};{{ end }}`,
    'osClean, osExt and osIsAbs': `{{ range list ${paths} }}{{ osClean . }} {{ osExt . }} {{ osIsAbs . }};{{ end }}`,
    'base of a number': '{{ base 1 }}',
  },
  '2.12.2': {
    'urlParse': '{{ range list "http://admin:secret@server.com:8080/api/a%20b?list=false&x=%20#anchor" "" "mailto:a@b.c" "//h/p" "/p?q" "a:b" "http://[::1]:80/" "http://h?" "http://h#" "HTTP://H/" "http://é/ü?ü#ü" "http://u@h" "http://:p@h" "x" "http://h/%2f" "?a" "#b" "http:///p" "oci://r/c:1" }}{{ urlParse . | toJson }}\n{{ end }}',
    'urlJoin': '{{ urlJoin (dict "fragment" "f" "host" "h:80" "path" "/p q" "query" "a=b" "scheme" "http" "userinfo" "u:p") }} {{ urlJoin (dict) | quote }} {{ urlJoin (dict "path" "p" "host" "h") }} {{ urlJoin (dict "opaque" "x@y" "scheme" "mailto") }} {{ urlJoin (dict "scheme" "http" "host" "h" "path" "p") }} {{ urlJoin (dict "hostname" "n" "host" "h" "x" "y") }} {{ urlJoin (urlParse "http://u:p@h:1/a%2fb?q#f") }} {{ urlJoin (dict "fragment" "a b%20c" "query" "a b") }}',
    ...Object.fromEntries(['http://[::1', 'http://h:x/', '%zz', ':a', 'http://a b/', 'http://h/%', 'ht tp://x', '1http://x', 'http://h\u0001/', 'cache_object:foo/bar'].map((text) => [`the URL ${JSON.stringify(text)}`, `{{ urlParse ${JSON.stringify(text)} }}`])),
    'urlJoin with a part that is no text': '{{ urlJoin (dict "host" 1) }}',
    'urlJoin with userinfo that cannot be': '{{ urlJoin (dict "host" "h" "userinfo" "a b/c") }}',
    'urlJoin of text': '{{ urlJoin "http://h" }}',
  },
})
