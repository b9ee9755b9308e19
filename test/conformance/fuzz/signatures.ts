import type { TextKind } from './pools.ts'

/** The kind of result of a random expression; texts are told apart by the part they play. */
export type Kind =
  | TextKind
  | 'any'
  | 'nil'
  | 'bool'
  | 'int'
  /** A number that may be used as a count. */
  | 'small'
  | 'i64'
  | 'f64'
  | 'num'
  | 'bytes'
  | 'list'
  | 'strs'
  | 'dict'
  /** A dict that nothing else refers to. */
  | 'fresh'
  | 'strmap'
  | 'time'
  | 'moment'
  | 'span'
  | 'semver'
  | 'object'

export interface Parameter {
  readonly kind: Kind
  /** Any number of them; `maybe` is at most one. */
  readonly repeat: 'once' | 'many' | 'maybe'
  /** Never given anything else, because the answer would then depend on the clock or be huge. */
  readonly strict: boolean
}

export interface FuncSignature {
  readonly name: string
  readonly params: readonly Parameter[]
  readonly result: Kind
}

// `name: parameters = result`; `…` any number, `?` at most one, `!` only ever of that kind.
const builtIns = `
and: any any… = any
or: any any… = any
not: any = bool
eq: num num… = bool
eq: str str… = bool
ne: num num = bool
ne: str str = bool
ne: any any = bool
lt: int int = bool
lt: str str = bool
le: f64 f64 = bool
gt: i64 int = bool
ge: num num = bool
eq: any any… = bool
len: str = small
len: list = small
len: dict = small
index: dict key = any
index: list small = any
index: any key… = any
index: strmap key = str
print: any… = str
println: any… = str
html: any… = str
js: any… = str
urlquery: any… = str
call: any any… = any
`

const strings = `
abbrev: small str = str
abbrevboth: small small str = str
camelcase: str = str
cat: any… = str
contains: sep str = bool
hasPrefix: sep str = bool
hasSuffix: sep str = bool
hello: = str
indent: small! str = str
initials: str = str
kebabcase: str = str
lower: str = str
nindent: small! str = str
nospace: str = str
plural: str str small = str
quote: any… = str
repeat: small! str = str
replace: sep str str = str
snakecase: str = str
squote: any… = str
substr: small small str = str
swapcase: str = str
title: str = str
trim: str = str
trimAll: sep str = str
trimall: sep str = str
trimPrefix: sep str = str
trimSuffix: sep str = str
trunc: small str = str
untitle: str = str
upper: str = str
wrap: small! str = str
wrapWith: small! sep str = str
split: sep str = strmap
splitList: sep str = strs
splitn: sep small str = strmap
toString: any = str
toStrings: list = strs
join: sep list = str
sortAlpha: list = strs
regexFind: re str = str
regexFindAll: re str small = strs
regexMatch: re str = bool
regexQuoteMeta: str = str
regexReplaceAll: re str repl = str
regexReplaceAllLiteral: re str repl = str
regexSplit: re str small = strs
mustRegexFind: re str = str
mustRegexFindAll: re str small = strs
mustRegexMatch: re str = bool
mustRegexReplaceAll: re str repl = str
mustRegexReplaceAllLiteral: re str repl = str
mustRegexSplit: re str small = strs
adler32sum: str = str
sha1sum: str = str
sha256sum: str = str
sha512sum: str = str
b32dec: b32 = str
b32enc: str = str
b64dec: b64 = str
b64enc: str = str
base: path = str
clean: path = str
dir: path = str
ext: path = str
isAbs: path = bool
osBase: path = str
osClean: path = str
osDir: path = str
osExt: path = str
osIsAbs: path = bool
urlParse: url = dict
semver: ver = semver
semverCompare: range ver = bool
getHostByName: str = str
decryptAES: str b64 = str
buildCustomCert: b64 b64 = any
`

const numbers = `
add: num… = i64
add1: num = i64
add1f: num = f64
addf: num… = f64
atoi: str = int
biggest: num num… = i64
ceil: num = f64
div: num num = i64
divf: num num… = f64
float64: any = f64
floor: num = f64
int: any = int
int64: any = i64
max: num num… = i64
maxf: num num… = f64
min: num num… = i64
minf: num num… = f64
mod: num num = i64
mul: num num… = i64
mulf: num num… = f64
round: num small f64? = f64
seq: small!… = str
sub: num num = i64
subf: num num… = f64
toDecimal: any = i64
until: small! = list
untilStep: small! small! small! = list
`

const containers = `
append: list any = list
chunk: small list = list
coalesce: any… = any
compact: list = list
concat: list… = list
deepCopy: any = any
deepCopy: dict = dict
deepEqual: any any = bool
default: any any = any
dict: key any key any = dict
dict: any… = dict
dig: key any dict = any
dig: key key any dict = any
dig: any… = any
empty: any = bool
first: list = any
get: dict key = any
has: any list = bool
hasKey: dict key = bool
initial: list = list
last: list = any
list: any… = list
merge: fresh! dict… = dict
mergeOverwrite: fresh! dict… = dict
mustAppend: list any = list
mustChunk: small list = list
mustCompact: list = list
mustDeepCopy: any = any
mustFirst: list = any
mustHas: any list = bool
mustInitial: list = list
mustLast: list = any
mustMerge: fresh! dict… = dict
mustMergeOverwrite: fresh! dict… = dict
mustPrepend: list any = list
mustPush: list any = list
mustRest: list = list
mustReverse: list = list
mustSlice: list small? small? = list
mustUniq: list = list
mustWithout: list any… = list
omit: dict key… = dict
pick: dict key… = dict
pluck: key dict… = list
prepend: list any = list
push: list any = list
rest: list = list
reverse: list = list
set: fresh! key any = dict
set: dict key str = dict
set: dict key num = dict
slice: list small? small? = list
tuple: any… = list
uniq: list = list
unset: fresh! key = dict
unset: dict key = dict
merge: dict fresh! fresh! = dict
mergeOverwrite: dict fresh! = dict
urlJoin: dict = str
without: list any… = list
all: any… = bool
any: any… = bool
ternary: any any bool = any
kindIs: type any = bool
kindOf: any = str
typeIs: type any = bool
typeIsLike: type any = bool
typeOf: any = str
`

const formats = `
fromJson: json = dict
fromJsonArray: json = list
mustFromJson: json = any
fromYaml: yaml = dict
fromYamlArray: yaml = list
fromToml: toml = dict
toJson: any = json
mustToJson: any = json
toPrettyJson: any = json
mustToPrettyJson: any = json
toRawJson: any = json
mustToRawJson: any = json
toYaml: any = yaml
mustToYaml: any = yaml
toYamlPretty: any = yaml
toToml: dict = toml
mustToToml: dict = toml
toToml: any = str
`

const times = `
date: layout moment! = str
date_in_zone: layout moment! zone = str
dateInZone: layout moment! zone = str
htmlDate: moment! = str
htmlDateInZone: moment! zone = str
dateModify: dur time = time
date_modify: dur time = time
mustDateModify: dur time = time
must_date_modify: dur time = time
duration: any = str
durationRound: span! = str
toDate: layout date = time
mustToDate: layout date = time
unixEpoch: time = str
`

const flow = `
required: str any = any
fail: str = any
lookup: str str str str = dict
`

/** Functions of text/template itself. `slice` is Sprig's in Helm; printf, include and tpl are made apart. */
export const builtInSignatures = parse(builtIns)

/** Some of Sprig's and Helm's, for templates that are about the language. */
export const commonSignatures = [
  ...builtInSignatures,
  ...pickNames(
    'default quote upper trunc indent toString toJson toYaml dict list get hasKey until int int64 add sub ternary empty splitList join first last b64enc semver split toDate float64 typeOf kindOf repeat required',
  ),
]

/** Every function whose answer depends on nothing but its arguments. */
export const allSignatures: readonly FuncSignature[] = [
  ...builtInSignatures,
  ...parse(strings + numbers + containers + formats + times + flow),
]

/** Functions whose results differ from run to run, inside what makes them the same each time. */
export const maskedCalls: readonly (readonly [names: readonly string[], text: string])[] = [
  [['keys'], 'keys DICT DICT | sortAlpha'],
  [['values'], 'len (values DICT)'],
  [['values'], 'values (dict "a" STR) | first'],
  [['now'], 'now | typeOf'],
  [['ago'], 'ago now'],
  [['randAlpha'], 'randAlpha SMALL | len'],
  [['randAlphaNum'], 'regexMatch "^[0-9a-zA-Z]{7}$" (randAlphaNum 7)'],
  [['randAscii'], 'randAscii SMALL | len'],
  [['randNumeric'], 'regexMatch "^[0-9]*$" (randNumeric SMALL)'],
  [['randBytes'], 'randBytes SMALL | len'],
  [['randInt'], 'randInt 3 4'],
  [['shuffle'], 'shuffle STR | len'],
  [['shuffle'], 'shuffle "aaa"'],
  [
    ['uuidv4'],
    'regexMatch "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" uuidv4',
  ],
  [['bcrypt'], 'bcrypt STR | trunc 7'],
  [['htpasswd'], 'htpasswd STR STR | len'],
  [['encryptAES', 'decryptAES'], 'encryptAES "k" STR | decryptAES "k"'],
  [['encryptAES'], 'encryptAES "k" STR | len'],
  [['derivePassword'], 'derivePassword 1 PW STR STR STR'],
  [['genPrivateKey'], 'genPrivateKey "ecdsa" | trunc 30'],
  [['genPrivateKey'], 'genPrivateKey STR | trunc 30'],
  [['genCA'], '(genCA STR 10).Cert | trunc 27'],
  [['genCAWithKey'], 'typeOf (genCAWithKey STR 10 (genPrivateKey "ecdsa"))'],
  [['genCAWithKey'], 'genCAWithKey STR 10 STR'],
  [
    ['genSelfSignedCert'],
    '(genSelfSignedCert STR (list "10.0.0.1") (list "a.b") 10).Key | trunc 31',
  ],
  [['genSelfSignedCert'], 'genSelfSignedCert STR LIST LIST 10 | typeOf'],
  [
    ['genSelfSignedCertWithKey'],
    'typeOf (genSelfSignedCertWithKey STR nil nil 10 (genPrivateKey "ed25519"))',
  ],
  [['genSignedCert'], 'typeOf (genSignedCert STR nil (list STR) 10 (genCA "ca" 5))'],
  [
    ['genSignedCertWithKey'],
    'typeOf (genSignedCertWithKey STR nil nil 10 (genCAWithKey "ca" 5 (genPrivateKey "ecdsa")) (genPrivateKey "ecdsa"))',
  ],
]

function pickNames(names: string): FuncSignature[] {
  const wanted = new Set(names.split(' '))
  return parse(strings + numbers + containers + formats + times + flow).filter(({ name }) =>
    wanted.has(name),
  )
}

function parse(text: string): FuncSignature[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', params = '', result = ''] = /^(\w+): (.*?) ?= (\w+)$/.exec(line) ?? []
      if (name === '') throw new Error(`not a signature: ${line}`)
      return {
        name,
        params: params
          .split(' ')
          .filter((param) => param !== '')
          .map(parameter),
        result: result as Kind,
      }
    })
}

function parameter(text: string): Parameter {
  return {
    kind: text.replace(/[!?…]/g, '') as Kind,
    repeat: text.endsWith('…') ? 'many' : text.endsWith('?') ? 'maybe' : 'once',
    strict: text.includes('!'),
  }
}
