// A good call of every function: its arguments stand where the table does not put others.

const builtIns = `
and 1 "x"
or 0 "x"
not 1
call 1 2
eq 1 2
ne 1 2
lt 1 2
le 1 2
gt 1 2
ge 1 2
index (list 1 (list 2 3)) 1 0
len "abc"
print "x" 1 2
println "x" 1
printf "%v %d" "x" 2
html "<a>" 1
js "it's" 1
urlquery "a b" 1
`

const strings = `
abbrev 5 "hello world"
abbrevboth 5 9 "hello world, hello"
b32dec "NBSWY3DP"
b32enc "hello"
b64dec "aGVsbG8="
b64enc "hello"
base "a/b.c"
camelcase "http_server"
cat "x" 1
clean "a/../b"
contains "l" "hello"
dir "a/b.c"
ext "a/b.c"
hasPrefix "he" "hello"
hasSuffix "lo" "hello"
hello
indent 2 "x"
initials "First Try"
isAbs "/a"
join "-" (list "x" 1)
kebabcase "FirstName"
lower "ABC"
nindent 2 "x"
nospace "a b"
osBase "a/b.c"
osClean "a/../b"
osDir "a/b.c"
osExt "a/b.c"
osIsAbs "/a"
plural "one" "many" 2
quote "x" 1
repeat 2 "ab"
replace "l" "L" "hello"
shuffle "aaa"
snakecase "FirstName"
sortAlpha (list "b" "a")
split "/" "a/b"
splitList "/" "a/b"
splitn "/" 2 "a/b/c"
squote "x" 1
substr 1 3 "hello"
swapcase "aB"
title "foo bar"
toString 1
toStrings (list 1 "x")
trim " a "
trimAll "$" "$5$"
trimall "$" "$5$"
trimPrefix "he" "hello"
trimSuffix "lo" "hello"
trunc 2 "hello"
untitle "Foo Bar"
upper "abc"
wrap 5 "hello world"
wrapWith 5 "-" "hello world"
`

const regexes = `
mustRegexFind "l+" "hello"
mustRegexFindAll "[a-z]" "ab1" 2
mustRegexMatch "^h" "hello"
mustRegexReplaceAll "(l)" "hello" "<$1>"
mustRegexReplaceAllLiteral "l" "hello" "$1"
mustRegexSplit "l" "hello" 2
regexFind "l+" "hello"
regexFindAll "[a-z]" "ab1" 2
regexMatch "^h" "hello"
regexQuoteMeta "a.b"
regexReplaceAll "(l)" "hello" "<$1>"
regexReplaceAllLiteral "l" "hello" "$1"
regexSplit "l" "hello" 2
`

const numbers = `
add 1 2
add1 1
add1f 1.5
addf 1.5 2
atoi "12"
biggest 1 2
ceil 1.2
div 7 2
divf 7 2
float64 "1.5"
floor 1.8
int "12"
int64 "12"
max 1 2
maxf 1.5 2
min 1 2
minf 1.5 2
mod 7 3
mul 2 3
mulf 1.5 2
round 1.256 2 0.5
seq 1 2 5
sub 7 2
subf 1.5 1
toDecimal "777"
until 2
untilStep 1 6 2
`

const dates = `
ago (toDate "2006" "2021")
date "2006-01-02" (toDate "2006" "2021")
dateInZone "15:04" (toDate "2006" "2021") "Asia/Tokyo"
date_in_zone "15:04" (toDate "2006" "2021") "Asia/Tokyo"
dateModify "1h" (toDate "2006" "2021")
date_modify "1h" (toDate "2006" "2021")
duration "95"
durationRound "2h10m5s"
htmlDate (toDate "2006" "2021")
htmlDateInZone (toDate "2006" "2021") "Asia/Tokyo"
mustDateModify "1h" (toDate "2006" "2021")
mustToDate "2006" "2021"
must_date_modify "1h" (toDate "2006" "2021")
now
toDate "2006" "2021"
unixEpoch (toDate "2006" "2021")
`

const lists = `
append (list 1) 2
chunk 2 (list 1 2 3)
compact (list 1 "")
concat (list 1) (list 2)
first (list 1 2)
has 1 (list 1 2)
initial (list 1 2)
last (list 1 2)
list 1 "x"
mustAppend (list 1) 2
mustChunk 2 (list 1 2 3)
mustCompact (list 1 "")
mustFirst (list 1 2)
mustHas 1 (list 1 2)
mustInitial (list 1 2)
mustLast (list 1 2)
mustPrepend (list 1) 2
mustPush (list 1) 2
mustRest (list 1 2)
mustReverse (list 1 2)
mustSlice (list 1 2 3) 1 2
mustUniq (list 1 1)
mustWithout (list 1 2) 1
prepend (list 1) 2
push (list 1) 2
rest (list 1 2)
reverse (list 1 2)
slice (list 1 2 3) 1 2
tuple 1 "x"
uniq (list 1 1)
without (list 1 2) 1
`

const dicts = `
dict "k" 1
dig "k" "none" (dict "k" 1)
get (dict "a" 1) "a"
hasKey (dict "a" 1) "a"
keys (dict "a" 1) (dict "a" 2)
merge (dict "k" 1) (dict "k" 2 "l" 3)
mergeOverwrite (dict "k" 1) (dict "k" 2 "l" 3)
mustMerge (dict "k" 1) (dict "k" 2 "l" 3)
mustMergeOverwrite (dict "k" 1) (dict "k" 2 "l" 3)
omit (dict "a" 1 "k" 2) "k"
pick (dict "a" 1 "k" 2) "k"
pluck "a" (dict "a" 1) (dict "a" 2)
set (dict "a" 1) "k" 2
unset (dict "a" 1 "k" 2) "k"
values (dict "a" 1)
`

const flow = `
all 1 "x"
any 0 "x"
coalesce 0 "x"
deepCopy (dict "a" (list 1))
deepEqual (list 1) (list 1)
default "x" 0
empty 0
fail "stop"
include "t" 1
kindIs "int" 1
kindOf 1
lookup "v1" "Pod" "ns" "x"
mustDeepCopy (dict "a" (list 1))
required "needed" 1
ternary "yes" "no" true
tpl "[{{ . }}]" 1
typeIs "int" 1
typeIsLike "int" 1
typeOf 1
`

const formats = `
fromJson "{}"
fromJsonArray "[1]"
fromToml "a = 1"
fromYaml "a: 1"
fromYamlArray "[1]"
mustFromJson "[1]"
mustToJson (dict "k" "<")
mustToPrettyJson (dict "k" "<")
mustToRawJson (dict "k" "<")
mustToToml (dict "k" 1)
mustToYaml (dict "k" 1)
toJson (dict "k" "<")
toPrettyJson (dict "k" "<")
toRawJson (dict "k" "<")
toToml (dict "k" 1)
toYaml (dict "k" 1)
toYamlPretty (dict "k" 1)
getHostByName "localhost"
semver "1.2.3"
semverCompare ">=1.2" "1.2.3"
urlJoin (dict "host" "h" "scheme" "http")
urlParse "http://h/p?q#f"
`

const random = `
randAlpha 3
randAlphaNum 3
randAscii 3
randBytes 3
randInt 3 4
randNumeric 3
`

// Keys of curves are made at once, keys of RSA are not.
const key = '(genPrivateKey "ed25519")'
const ca = `(genCAWithKey "ca" 1 ${key})`

const crypto = `
adler32sum "hello"
bcrypt "hello"
buildCustomCert (b64enc ${ca}.Cert) (b64enc ${key})
decryptAES "k" "u88/7q3VG/IUt90ivnRRqAbZ0SUL/wQKjsRJBA5dSCc="
derivePassword 1 "long" "password" "user" "example.com"
encryptAES "k" "hello"
genCA "ca" 1
genCAWithKey "ca" 1 ${key}
genPrivateKey "ecdsa"
genSelfSignedCert "cn" (list "10.0.0.1") (list "a.b") 1
genSelfSignedCertWithKey "cn" (list "10.0.0.1") (list "a.b") 1 ${key}
genSignedCert "cn" (list "10.0.0.1") (list "a.b") 1 ${ca}
genSignedCertWithKey "cn" (list "10.0.0.1") (list "a.b") 1 ${ca} ${key}
htpasswd "user" "pass"
sha1sum "hello"
sha256sum "hello"
sha512sum "hello"
uuidv4
`

/** Good calls by family; a family is a file of what helm said. */
export const goodCalls: Readonly<Record<string, readonly string[]>> = {
  'built-ins': lines(builtIns),
  strings: lines(strings),
  regexes: lines(regexes),
  numbers: lines(numbers),
  dates: lines(dates),
  lists: lines(lists),
  dicts: lines(dicts),
  flow: lines(flow),
  formats: lines(formats),
  random: lines(random),
  crypto: lines(crypto),
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
