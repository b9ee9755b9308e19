import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const values = 'port: 80\nhalf: 2.5\nmillion: 1000000\nbig: 9007199254740993\n'

export const rows: Rows = rowsByRule(
  {
    '2.7.1': {
      'int of texts': '{{ range list "010" "08" "0x1f" "1.5" "1.0" "1_000" "" " 1" "-7" "+3" "0b11" "0o17" "1e3" "9223372036854775807" "9223372036854775808" "abc" "1.00x" }}{{ int . }};{{ end }}',
      'int of others': '{{ int true }} {{ int nil }} {{ int 1.9 }} {{ int -1.9 }} {{ int (list 1) }} {{ int (dict) }} {{ int .Values.million }} {{ int .Values.big }} {{ int (float64 "1e30") }} {{ int (float64 "NaN") }} {{ int64 .Values.half }} {{ typeOf (int64 1) }} {{ typeOf (int 1) }}',
      'float64': '{{ float64 "1e3" }} {{ float64 "x" }} {{ float64 true }} {{ float64 nil }} {{ float64 "0x1p4" }} {{ float64 "Inf" }} {{ float64 "nan" }} {{ float64 3 | typeOf }} {{ float64 "1_0" }} {{ float64 " 1" }}',
      'atoi': '{{ atoi "010" }} {{ atoi "x" }} {{ atoi "" }} {{ atoi "-5" }} {{ atoi "1.0" }} {{ atoi "0x1f" }} {{ atoi "99999999999999999999" }}',
      'atoi of a number': '{{ atoi 1 }}',
      'toDecimal': '{{ toDecimal "777" }} {{ toDecimal 777 }} {{ toDecimal "9" }} {{ toDecimal "-7" }} {{ toDecimal nil }} {{ toDecimal "0777" }}',
    },
    '2.7.2': {
      'whole numbers': '{{ add 1 "2" 3.9 true }} {{ add }} {{ add1 "9" }} {{ sub 5 7 }} {{ mul 2 3 "4" }} {{ div 7 -2 }} {{ mod -7 3 }} {{ mod 7 -3 }} {{ max 1 5 3 }} {{ min 4 2 9 }} {{ biggest 1 2 }} {{ max 3 }} {{ typeOf (add 1 2) }}',
      'whole numbers wrap': '{{ add 9223372036854775807 1 }} {{ mul 4611686018427387904 2 }} {{ sub -9223372036854775807 2 }} {{ div -9223372036854775808 -1 }} {{ add1 9223372036854775807 }}',
      'division by zero': '{{ div 1 0 }}',
      'rest of a division by zero': '{{ mod 1 0 }}',
      'division by text': '{{ div 1 "x" }}',
      'floats': '{{ addf 0.1 0.2 }} {{ add1f 1.5 }} {{ subf 1 0.1 0.2 }} {{ mulf 1.1 1.1 }} {{ divf 1 3 }} {{ divf 10 4 2 }} {{ addf }} {{ mulf 2 "x" }} {{ maxf 1.5 2 }} {{ minf 1 0.5 }} {{ addf 1000000 1 }} {{ divf 2 3 }} {{ typeOf (addf 1 1) }}',
      'floats divided by zero': '{{ divf 1 0 }}',
      'floor and ceil': '{{ floor 1.9 }} {{ floor -1.1 }} {{ ceil 1.1 }} {{ ceil -1.9 }} {{ floor "2.5" }} {{ ceil .Values.million }} {{ floor "x" }} {{ floor nil }} {{ ceil -0.5 }} {{ floor 3 | typeOf }}',
      'round': '{{ round 123.5555 3 }} {{ round 123.5555 3 0.9 }} {{ round -1.2 0 }} {{ round 1.5 0 }} {{ round 2.5 0 }} {{ round 1234 -2 }} {{ round "1.255" 2 }} {{ round 1e300 10 }} {{ round 0.5 0 0.6 }} {{ round 1.5 400 }}',
      'round without places': '{{ round 1.5 }}',
      'round with places that are a float': '{{ round 1.5 .Values.half }}',
      'whole numbers of randInt': '{{ randInt -3 -2 }} {{ randInt 7 8 | typeOf }}',
    },
    '2.7.3': {
      'until of a float': '{{ until .Values.port }}',
      'until of an int64': '{{ until (add 1 2) }}',
      'until of a float made an int': '{{ until (int .Values.half) }} {{ seq 1 (int .Values.half) }} {{ repeat (int .Values.half) "a" }}',
      'seq of a float': '{{ seq .Values.half }}',
      'trunc of an int64': '{{ trunc (add 1 2) "hello" }}',
      'a literal float that is whole': '{{ until 2.0 }} {{ repeat 2.0 "a" }} {{ trunc 0x2 "hello" }} {{ until 1e0 }} {{ repeat 0b10 "b" }}',
      'a literal float that is not whole': '{{ until 2.5 }}',
      'a literal that is too large': '{{ until 9223372036854775808 }}',
      'a literal character': '{{ repeat \'\\x03\' "a" }}',
    },
  },
  values,
)
