import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const values = 'seconds: 1612325106\nmap: {a: 1}\n'
const t = '{{ $t := toDate "2006-01-02 15:04:05.999999999" "2021-02-03 04:05:06.789012345" }}'

export const rows: Rows = [
  ...rowsByRule(
    {
      '2.8.1': {
        'date and its like take moments and seconds': `${t}{{ date "2006-01-02" $t }} {{ dateInZone "15:04 MST" $t "America/New_York" }} {{ date_in_zone "15:04 -07" 0 "Asia/Kolkata" }} {{ htmlDate (int64 86400) }} {{ htmlDateInZone 0 "America/New_York" }} {{ dateInZone "15:04 MST" 0 "No/Zone" }} {{ dateInZone "MST" 0 "" }} {{ dateInZone "MST" 0 "utc" }}`,
        'summer time': '{{ $d := toDate "2006-01-02" "2021-07-01" }}{{ dateInZone "15:04 MST Z07:00" $d "Europe/Berlin" }} {{ dateInZone "15:04 MST" $d "Australia/Lord_Howe" }} {{ dateInZone "MST -0700" (toDate "2006-01-02" "1945-07-01") "America/New_York" }} {{ dateInZone "MST" (toDate "2006-01-02" "2100-07-01") "Europe/London" }}',
        'date with a layout that is no text': '{{ date 1 (toDate "2006" "2021") }}',
        'a float is not a moment': '{{ eq (date "2006" .Values.seconds) (date "2006" now) }} {{ eq (date "2006" "2021-01-01") (date "2006" now) }} {{ eq (htmlDate nil) (htmlDate now) }}',
      },
      '2.8.2': {
        'dateModify': `${t}{{ dateModify "-1.5h" $t }} {{ date_modify "24h" $t | date "02" }} {{ dateModify "bad" $t | date "02" }} {{ mustDateModify "1m" $t | date "04" }} {{ dateModify "+1us" $t }}`,
        'mustDateModify of a bad duration': '{{ mustDateModify "bad" (toDate "2006" "2021") }}',
        'must_date_modify of a duration without a unit': '{{ must_date_modify "1" (toDate "2006" "2021") }}',
        'dateModify of seconds': '{{ dateModify "1h" 0 }}',
        'toDate': '{{ toDate "2006-01-02" "2021-02-30" }} {{ toDate "Jan 2, 2006" "Feb 3, 2021" }} {{ toDate "x" "y" }} {{ toDate "2006-01-02T15:04:05Z07:00" "2021-02-03T04:05:06+02:00" }} {{ toDate "15:04 MST" "10:00 CET" }} {{ toDate "2006" "2021" | typeOf }}',
        'mustToDate of another layout': '{{ mustToDate "2006-01-02" "03.02.2021" }}',
        'mustToDate of a day that is not': '{{ mustToDate "2006-01-02" "2021-02-30" }}',
        'mustToDate of a month that is not': '{{ mustToDate "2006-01-02" "2021-13-01" }}',
        'mustToDate with more text': '{{ mustToDate "2006" "2021x" }}',
        'unixEpoch': `${t}{{ unixEpoch $t }} {{ unixEpoch (toDate "x" "y") }} {{ unixEpoch $t | typeOf }}`,
        'unixEpoch of text': '{{ unixEpoch "2021" }}',
        'ago': '{{ ago now }} {{ regexMatch "^[0-9]+h[0-9]+m[0-9]+s$" (ago (toDate "2006" "2021")) }} {{ ago "x" }} {{ ago nil }}',
        'duration': '{{ duration "95" }} {{ duration (int64 3661) }} {{ duration 95 }} {{ duration "x" }} {{ duration nil }} {{ duration "-90" }} {{ duration "1.5" }} {{ duration "86400" }}',
        'durationRound': '{{ range list "2h10m5s" "2400h10m5s" "61m" "60m" "24h" "25h" "31m" "1s" "1.5s" "500ms" "9000h" "-3h" "x" "" "720h" "721h" "8760h" "8761h" }}{{ durationRound . }};{{ end }}{{ durationRound (int64 3600000000001) }} {{ durationRound 5 }} {{ durationRound (toDate "2006" "1800") | kindOf }}',
      },
      '2.8.3': {
        'elements of a layout': `${t}{{ date "January Jan 1 01 Monday Mon 2 _2 02 __2 002 15 3 03 4 04 5 05 2006 06 PM pm MST" $t }}`,
        'zones of a layout': `${t}{{ dateInZone "Z0700 Z070000 Z07 Z07:00 Z07:00:00 -0700 -070000 -07 -07:00 -07:00:00" $t "Asia/Kolkata" }} {{ dateInZone "Z0700 Z07 Z07:00 -07 -0700" $t "UTC" }}`,
        'parts of seconds': `${t}{{ date "05.000 05,000000 05.999 05.999999999 05.0 .000 05.00x" $t }} {{ date "05.999 05.000" (toDate "2006" "2021") }}`,
        'text of a layout': `${t}{{ date "Q 200 7 MonthJan Janet stm Montag 0 20066 _20 __3 010203 1504 123" $t }}`,
        'reading by a layout': '{{ toDate "_2 Jan 06 3:04PM" " 3 Feb 21 4:05AM" }} {{ toDate "002 2006" "034 2021" }} {{ toDate "2006-1-2" "2021-02-3" }} {{ toDate "Monday, January 2 2006" "wednesday, FEBRUARY 3 2021" }} {{ toDate "15:04:05" "04:05:06.5" }} {{ toDate "-0700 2006" "+0530 2021" }}',
      },
      '2.8.4': {
        'durations as text': '{{ range list "1h2m3s" "1.5s" "300ms" "2us" "2µs" "2μs" "1ns" "0" "-1m" "+1m" "1h1h" ".5s" "1.s" "1e3s" "" "1" "s" "100000000h" }}{{ dateModify . (toDate "2006" "2021") | date "15:04:05.000000000" }};{{ end }}',
        'durations of seconds': '{{ duration "0" }} {{ duration "59" }} {{ duration "3600" }} {{ duration "9223372036854775807" }} {{ duration "1000000000" }}',
      },
      '2.8.5': {
        'a moment as text': `${t}{{ $t }} {{ toString $t }} {{ quote $t }} {{ toJson $t }} {{ toYaml $t }} {{ printf "%v %s" $t $t }} {{ dict "t" $t }} {{ toDate "2006-01-02T15:04:05Z07:00" "2021-02-03T04:05:06+02:00" }} {{ toDate "x" "y" }}`,
        'a moment as bytes': `${t}{{ $t.MarshalBinary }} {{ $t.UTC.GobEncode }} {{ toString $t.MarshalText }} {{ toString $t.MarshalJSON }} {{ toString ($t.AppendText nil) }} {{ toString ($t.AppendFormat $t.MarshalText "<2006>") }} {{ $t.AppendBinary $t.MarshalBinary }} {{ ($t.AppendFormat nil "") | toJson }}`,
        'a moment of a zone as bytes': '{{ (toDate "2006-01-02T15:04:05Z07:00" "2021-02-03T04:05:06+02:00").MarshalBinary }} {{ (toDate "2006-01-02T15:04:05Z07:00:00" "2021-02-03T04:05:06+02:00:07").MarshalBinary }} {{ (toDate "2006-01-02T15:04:05Z07:00:00" "1021-02-03T04:05:06-02:00:07").MarshalBinary }}',
        'a moment of one minute west of Greenwich as bytes': '{{ (toDate "2006-01-02T15:04:05Z07:00" "2021-02-03T04:05:06-00:01").MarshalBinary }}',
        'a year after 9999 as bytes of text': '{{ (toDate "2006" "9999").AddDate 1 0 0 | kindOf }} {{ ((toDate "2006" "9999").AddDate 1 0 0).AppendText nil }}',
        'bytes of a moment go after bytes only': '{{ (toDate "2006" "2021").AppendFormat "a" "2006" }}',
      },
    },
    values,
  ),
  {
    rule: '2.8.1',
    name: 'now is a moment with a monotonic clock',
    template: '{{ now }}|{{ now | date "2006-01-02T15:04:05Z07:00" }}|{{ unixEpoch now }}|{{ typeOf now }}',
    shape: String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? \+0000 UTC m=\+\d+\.\d+\|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\|\d{10}\|time\.Time`,
  },
]
