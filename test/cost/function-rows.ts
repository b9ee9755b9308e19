import { TypedList, type Value } from '../../src/formats/value.ts'
import { nodeEntropy } from '../../src/chart/node/entropy.ts'
import {
  jsonTexts,
  patternTexts,
  pemTexts,
  templateTexts,
  timeTexts,
  tomlTexts,
  urlTexts,
  versionTexts,
  yamlTexts,
} from './format-texts.ts'
import { type MakeText, plainTexts } from './texts.ts'

/** An argument that only a template can make. */
export class Expression {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Argument = Value | Expression

/** Arguments of a function for input of about so many characters. */
export type MakeArguments = (size: number) => readonly Argument[]

/**
 * How a function's input is made larger: in one or more ways, each by a name. A function whose arguments
 * cannot grow is called once with those that it takes; one that makes keys or hashes passwords is bounded
 * by how often a render may call it.
 */
interface GrowingRow {
  readonly grows: Record<string, MakeArguments>
}

export type FunctionRow =
  | GrowingRow
  | { readonly fixed: readonly Argument[] }
  | { readonly counted: readonly Argument[] }

type Texts = Readonly<Record<string, MakeText>>

/** A row for each text, put among the other arguments. */
function onText(
  place: (text: string) => readonly Argument[] = (text) => [text],
  texts: Texts = plainTexts,
): GrowingRow {
  return { grows: textWays('', place, texts) }
}

function textWays(
  prefix: string,
  place: (text: string) => readonly Argument[],
  texts: Texts = plainTexts,
): Record<string, MakeArguments> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, make]) => [
      prefix + name,
      (size: number) => place(make(size)),
    ]),
  )
}

function ways(...all: readonly Record<string, MakeArguments>[]): GrowingRow {
  return { grows: Object.assign({}, ...all) as Record<string, MakeArguments> }
}

const fewTexts: Texts = {
  letters: plainTexts['letters'] as MakeText,
  words: plainTexts['words'] as MakeText,
  accents: plainTexts['accents'] as MakeText,
  'stray bytes': plainTexts['stray bytes'] as MakeText,
}

type MakeList = (size: number) => readonly Value[] | TypedList

const perItem = 8

const lists: Readonly<Record<string, MakeList>> = {
  'different texts': (size) => Array.from({ length: size / perItem }, (_, at) => `item${at}`),
  'the same text': (size) => Array.from({ length: size / perItem }, () => 'itemitem'),
  'texts as Go has them': (size) =>
    new TypedList(
      '[]string',
      Array.from({ length: size / perItem }, (_, at) => `item${at}`),
    ),
  numbers: (size) => Array.from({ length: size / perItem }, (_, at) => BigInt(at)),
  floats: (size) => Array.from({ length: size / perItem }, (_, at) => at / 2),
  nils: (size) => Array.from({ length: size / perItem }, () => null),
  lists: (size) => Array.from({ length: size / perItem }, (_, at) => [BigInt(at)]),
  maps: (size) => Array.from({ length: size / 16 }, (_, at) => new Map([[`key${at}`, BigInt(at)]])),
  'one long text': (size) => ['x'.repeat(size)],
  'long texts that differ at the end': (size) =>
    Array.from({ length: 16 }, (_, at) => 'x'.repeat(size / 16) + String(at)),
}

function onList(place: (list: Value) => readonly Argument[] = (list) => [list]): GrowingRow {
  return { grows: listWays('', place) }
}

function listWays(
  prefix: string,
  place: (list: Value) => readonly Argument[],
): Record<string, MakeArguments> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, make]) => [
      `${prefix}${name}`,
      (size: number) => place(make(size)),
    ]),
  )
}

/** As many arguments as the input is long. */
function onMany(item: (at: number) => Value): GrowingRow {
  return { grows: { 'many arguments': manyOf(item) } }
}

function manyOf(item: (at: number) => Value): MakeArguments {
  return (size) => Array.from({ length: size / perItem }, (_, at) => item(at))
}

function bigMap(size: number): Map<string, Value> {
  return new Map(Array.from({ length: size / 16 }, (_, at) => [`key${at}`, `value${at}`] as const))
}

/** As deep as values may be; the rest of the size is text at every level. */
function deepMap(size: number): Map<string, Value> {
  let inner = new Map<string, Value>([['end', 'x']])
  const levels = 500
  for (let level = 0; level < levels; level++) {
    const filling = 'x'.repeat(size / levels)
    inner = new Map<string, Value>([
      ['below', inner],
      ['text', filling],
    ])
  }
  return inner
}

/** Any value: texts, lists and maps. */
function onValue(place: (value: Value) => readonly Argument[] = (value) => [value]): GrowingRow {
  return ways(textWays('', place), listWays('list of ', place), {
    'map of entries': (size: number) => place(bigMap(size)),
    'map of levels': (size: number) => place(deepMap(size)),
  })
}

const moment = 1_600_000_000n
const time = new Expression('(now)')
const authority = new Expression('(genCAWithKey "ca" 1 .key)')

/** A path, which the tests of the operating system's kind share. */
const onPath = onText()

const encode = onValue()
const merging = ways(
  { entries: (size) => [bigMap(size), bigMap(size)] },
  { levels: (size) => [deepMap(size), deepMap(size)] },
  { 'into nothing': (size) => [new Map(), bigMap(size)] },
  {
    'many maps': (size) => Array.from({ length: size / 16 }, (_, at) => new Map([[`k${at}`, 1n]])),
  },
)
const pushing = onList((list) => [list, 'x'])
const finding = ways(
  listWays('', (list) => ['not there', list]),
  listWays('itself in ', (list) => [list, [list]]),
  { 'a long text': (size) => ['x'.repeat(size), ['x'.repeat(size)]] },
)
const removing = ways(
  listWays('', (list) => [list, 'not there']),
  {
    'many from few': (size) => [
      ['a'],
      ...Array.from({ length: size / perItem }, (_, at) => `i${at}`),
    ],
  },
)
const slicing = onList((list) => [list, 1n, 2n])
const chunking = ways(
  listWays('one by one: ', (list) => [1n, list]),
  listWays('all at once: ', (list) => [1_000_000n, list]),
)
const comparing = ways(
  textWays('', (text) => [text, `${text.slice(0, -1)}!`]),
  { numbers: () => [1n, 2n] },
)
const dates = textWays('', (text) => [text, moment], { ...plainTexts, ...timeTexts })
const inZone = ways(
  textWays('layout of ', (text) => [text, moment, 'UTC'], { ...plainTexts, ...timeTexts }),
  textWays('zone of ', (text) => ['2006', moment, text]),
)
const parsing = ways(
  textWays('layout of ', (text) => [text, '2020-01-01'], { ...plainTexts, ...timeTexts }),
  textWays('text of ', (text) => ['2006-01-02T15:04:05.999999999Z07:00', text], {
    ...plainTexts,
    ...timeTexts,
  }),
  textWays('both of ', (text) => [text, text], { ...plainTexts, ...timeTexts }),
)
const modifying = onText((text) => [text, time], { ...plainTexts, ...timeTexts })
const casting = onValue()
const arithmetic = ways(
  { 'many numbers': manyOf((at) => BigInt(at)) },
  textWays('', (text) => [text, text], { ...fewTexts, digits: plainTexts['digits'] as MakeText }),
)
const two = ways(
  textWays('', (text) => [text, text]),
  { numbers: () => [7n, 3n] },
)
const find = ways(
  textWays('pattern of ', (text) => [text, 'some text'], patternTexts),
  textWays('text of ', (text) => ['a', text]),
  textWays('not in ', (text) => ['(x+x+)+y', text]),
  textWays('all of ', (text) => ['.*', text]),
)
const findAll = ways(
  textWays('pattern of ', (text) => [text, 'some text', -1n], patternTexts),
  textWays('each of ', (text) => ['.', text, -1n]),
  textWays('not in ', (text) => ['(x+x+)+y', text, -1n]),
  textWays('nothing in ', (text) => ['', text, -1n], fewTexts),
)
const replaceAll = ways(
  textWays('pattern of ', (text) => [text, 'some text', 'x'], patternTexts),
  textWays('each of ', (text) => ['(.)', text, '${1}${1}']),
  textWays('by ', (text) => ['a', 'a', text]),
  textWays('not in ', (text) => ['(x+x+)+y', text, 'z']),
)
const wrapping = ways(
  textWays('narrow ', (text) => [1n, text]),
  textWays('wide ', (text) => [80n, text]),
)
const trimming = ways(
  textWays('', (text) => ['a', text]),
  textWays('by ', (text) => [text, 'some text']),
  textWays('itself by ', (text) => [text, text]),
)
const cutting = ways(
  textWays('', (text) => ['', text]),
  textWays('by a letter ', (text) => ['a', text]),
  textWays('by ', (text) => [text, 'some text']),
  textWays('itself by ', (text) => [text, text]),
)
const signing = ways(
  { addresses: (size) => ['ca', Array.from({ length: size / 16 }, () => '10.0.0.1'), [], 1n] },
  {
    names: (size) => [
      'ca',
      [],
      Array.from({ length: size / 16 }, (_, at) => `n${at}.example.org`),
      1n,
    ],
  },
  { 'a long name': (size) => ['n'.repeat(size), [], [], 1n] },
)

let made: string | undefined
/** One key in PEM for all that want one. */
export function someKey(): string {
  made ??= pemOf(nodeEntropy().generateKey?.('ecdsa-p256') ?? new Uint8Array())
  return made
}

function pemOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`
}

const keys = onText((text) => ['ca', 1n, text], { ...fewTexts, ...pemTexts })

/** Every function that templates can call. */
export const functionRows: Readonly<Record<string, FunctionRow>> = {
  abbrev: onText((text) => [10n, text]),
  abbrevboth: onText((text) => [5n, 10n, text]),
  add: arithmetic,
  add1: casting,
  add1f: casting,
  addf: arithmetic,
  adler32sum: onText(),
  ago: casting,
  all: ways(
    { 'many arguments': manyOf(() => 'x') },
    textWays('', (text) => [text], fewTexts),
  ),
  and: { fixed: ['a', 'b'] },
  any: ways(
    { 'many arguments': manyOf(() => '') },
    textWays('', (text) => [text], fewTexts),
  ),
  append: pushing,
  atoi: onText(),
  b32dec: onText(),
  b32enc: onText(),
  b64dec: onText(),
  b64enc: onText(),
  base: onPath,
  bcrypt: { counted: ['password'] },
  biggest: arithmetic,
  buildCustomCert: ways(
    textWays('', (text) => [text, text]),
    textWays('', (text) => [Buffer.from(text).toString('base64'), ''], pemTexts),
  ),
  call: { fixed: [] },
  camelcase: onText(),
  cat: ways(
    { 'many arguments': manyOf((at) => `item${at}`) },
    textWays('', (text) => [text, text]),
  ),
  ceil: casting,
  chunk: chunking,
  clean: onPath,
  coalesce: onMany(() => ''),
  compact: onList(),
  concat: ways(
    listWays('', (list) => [list, list]),
    { 'many lists': manyOf((at) => [BigInt(at)]) },
  ),
  contains: ways(
    textWays('', (text) => ['not there', text]),
    textWays('half of ', (text) => [`${text.slice(0, text.length / 2)}!`, text]),
  ),
  date: ways(
    dates,
    textWays('value of ', (text) => ['2006', text], fewTexts),
  ),
  dateInZone: inZone,
  dateModify: modifying,
  date_in_zone: inZone,
  date_modify: modifying,
  decryptAES: ways(
    textWays('', (text) => ['key', text]),
    { 'what was encrypted': (size) => ['key', Buffer.alloc(size).toString('base64')] },
    textWays('key of ', (text) => [text, 'QUJD'], fewTexts),
  ),
  deepCopy: onValue(),
  deepEqual: ways(
    listWays('', (list) => [list, list]),
    { entries: (size) => [bigMap(size), bigMap(size)] },
    { levels: (size) => [deepMap(size), deepMap(size)] },
    textWays('', (text) => [text, `${text.slice(0, -1)}!`]),
  ),
  default: ways(
    { 'many arguments': manyOf(() => 'x') },
    textWays('', (text) => ['x', text], fewTexts),
  ),
  derivePassword: { counted: [new Expression('1'), 'long', 'password', 'user', 'example.org'] },
  dict: ways(
    { 'many arguments': manyOf((at) => `key${at}`) },
    textWays('', (text) => [text, text]),
  ),
  dig: ways(
    {
      'a long path': (size) => [...Array.from({ length: 500 }, () => 'below'), 'x', deepMap(size)],
    },
    {
      'many names': (size) => [
        ...Array.from({ length: size / perItem }, () => 'a'),
        'x',
        new Map(),
      ],
    },
  ),
  dir: onPath,
  div: two,
  divf: arithmetic,
  duration: casting,
  durationRound: ways(textWays('', (text) => [text], { ...plainTexts, ...timeTexts })),
  empty: onValue(),
  encryptAES: ways(
    textWays('', (text) => ['key', text]),
    textWays('key of ', (text) => [text, 'text'], fewTexts),
  ),
  eq: ways(comparing.grows, { 'many arguments': manyOf((at) => BigInt(at)) }),
  ext: onPath,
  fail: onText(),
  first: onList(),
  float64: casting,
  floor: casting,
  fromJson: onText(undefined, { ...plainTexts, ...jsonTexts }),
  fromJsonArray: onText(undefined, { ...plainTexts, ...jsonTexts }),
  fromToml: onText(undefined, { ...plainTexts, ...tomlTexts }),
  fromYaml: onText(undefined, { ...plainTexts, ...yamlTexts }),
  fromYamlArray: onText(undefined, { ...plainTexts, ...yamlTexts }),
  ge: comparing,
  genCA: { counted: ['ca', 1n] },
  genCAWithKey: ways(keys.grows, { 'a long name': (size) => ['n'.repeat(size), 1n, someKey()] }),
  genPrivateKey: { counted: ['rsa'] },
  genSelfSignedCert: { counted: ['ca', [], [], 1n] },
  genSelfSignedCertWithKey: {
    grows: Object.fromEntries(
      Object.entries(signing.grows).map(([name, make]) => [
        name,
        (size: number) => [...make(size), someKey()],
      ]),
    ),
  },
  genSignedCert: { counted: ['ca', [], [], 1n, authority] },
  genSignedCertWithKey: {
    grows: Object.fromEntries(
      Object.entries(signing.grows).map(([name, make]) => [
        name,
        (size: number) => [...make(size), authority, someKey()],
      ]),
    ),
  },
  get: ways(
    { entries: (size) => [bigMap(size), 'key1'] },
    textWays('key of ', (text) => [new Map([['a', 1n]]), text]),
  ),
  getHostByName: onText(),
  gt: comparing,
  has: finding,
  hasKey: ways(
    { entries: (size) => [bigMap(size), 'key1'] },
    textWays('key of ', (text) => [new Map([['a', 1n]]), text]),
  ),
  hasPrefix: trimming,
  hasSuffix: trimming,
  hello: { fixed: [] },
  html: ways(
    textWays('', (text) => [text]),
    listWays('', (list) => [list]),
  ),
  htmlDate: casting,
  htmlDateInZone: ways(textWays('zone of ', (text) => [moment, text])),
  htpasswd: { counted: ['user', 'password'] },
  include: onText((text) => ['echo', text], fewTexts),
  indent: onText((text) => [2n, text]),
  index: ways(
    { 'a long path': (size) => [deepMap(size), ...Array.from({ length: 500 }, () => 'below')] },
    listWays('', (list) => [list, 0n]),
    textWays('', (text) => [text, BigInt(text.length - 1)]),
  ),
  initial: onList(),
  initials: onText(),
  int: casting,
  int64: casting,
  isAbs: onPath,
  join: ways(
    listWays('', (list) => [', ', list]),
    textWays('by ', (text) => [text, ['a', 'b']]),
    textWays('', (text) => [',', text], fewTexts),
  ),
  js: ways(
    textWays('', (text) => [text]),
    listWays('', (list) => [list]),
  ),
  kebabcase: onText(),
  keys: ways(
    { entries: (size) => [bigMap(size)] },
    {
      'many maps': (size) =>
        Array.from({ length: size / 16 }, (_, at) => new Map([[`k${at}`, 1n]])),
    },
  ),
  kindIs: onText((text) => [text, 'x'], fewTexts),
  kindOf: onValue(),
  last: onList(),
  le: comparing,
  len: onValue(),
  list: onMany((at) => BigInt(at)),
  lookup: onText((text) => ['v1', text, text, text], fewTexts),
  lower: onText(),
  lt: comparing,
  max: arithmetic,
  maxf: arithmetic,
  merge: merging,
  mergeOverwrite: merging,
  min: arithmetic,
  minf: arithmetic,
  mod: two,
  mul: arithmetic,
  mulf: arithmetic,
  mustAppend: pushing,
  mustChunk: chunking,
  mustCompact: onList(),
  mustDateModify: modifying,
  mustDeepCopy: onValue(),
  mustFirst: onList(),
  mustFromJson: onText(undefined, { ...plainTexts, ...jsonTexts }),
  mustHas: finding,
  mustInitial: onList(),
  mustLast: onList(),
  mustMerge: merging,
  mustMergeOverwrite: merging,
  mustPrepend: pushing,
  mustPush: pushing,
  mustRegexFind: find,
  mustRegexFindAll: findAll,
  mustRegexMatch: find,
  mustRegexReplaceAll: replaceAll,
  mustRegexReplaceAllLiteral: replaceAll,
  mustRegexSplit: findAll,
  mustRest: onList(),
  mustReverse: onList(),
  mustSlice: slicing,
  mustToDate: parsing,
  mustToJson: encode,
  mustToPrettyJson: encode,
  mustToRawJson: encode,
  mustToToml: encode,
  mustToYaml: encode,
  mustUniq: onList(),
  mustWithout: removing,
  must_date_modify: modifying,
  ne: comparing,
  nindent: onText((text) => [2n, text]),
  nospace: onText(),
  not: onValue(),
  now: { fixed: [] },
  omit: ways(
    { entries: (size) => [bigMap(size), 'key1'] },
    {
      'many names': (size) => [
        bigMap(size),
        ...Array.from({ length: size / 16 }, (_, at) => `key${at}`),
      ],
    },
  ),
  or: { fixed: ['a', 'b'] },
  osBase: onPath,
  osClean: onPath,
  osDir: onPath,
  osExt: onPath,
  osIsAbs: onPath,
  pick: ways(
    { entries: (size) => [bigMap(size), 'key1'] },
    {
      'many names': (size) => [
        bigMap(size),
        ...Array.from({ length: size / 16 }, (_, at) => `key${at}`),
      ],
    },
  ),
  pluck: ways(
    { entries: (size) => ['key1', bigMap(size)] },
    {
      'many maps': (size) => [
        'k',
        ...Array.from({ length: size / 16 }, () => new Map([['k', 1n]])),
      ],
    },
  ),
  plural: onText((text) => [text, text, 2n], fewTexts),
  prepend: pushing,
  print: ways({ 'many arguments': manyOf((at) => `item${at}`) }, onValue().grows),
  printf: ways(
    textWays('format of ', (text) => [text, 'x']),
    textWays('quoted ', (text) => ['%q', text]),
    textWays('in hexadecimal ', (text) => ['%x', text]),
    textWays('cut ', (text) => ['%.5s', text]),
    textWays('padded ', (text) => ['%100s', text]),
    textWays('as a number ', (text) => ['%d', text], fewTexts),
    listWays('as Go writes ', (list) => ['%#v', list]),
    listWays('as type ', (list) => ['%T', list]),
    {
      'many arguments': (size) => [plainTexts['percents']?.(8) ?? '', ...manyOf((at) => at)(size)],
    },
    {
      'many verbs': (size) => [
        '%v '.repeat(size / 8),
        ...Array.from({ length: size / 8 }, (_, at) => BigInt(at)),
      ],
    },
    { 'numbered verbs': (size) => ['%[1]v'.repeat(size / 8), 'x'] },
    { 'entries of a map': (size) => ['%v', bigMap(size)] },
  ),
  println: ways({ 'many arguments': manyOf((at) => `item${at}`) }, onValue().grows),
  push: pushing,
  quote: ways({ 'many arguments': manyOf((at) => `item${at}`) }, onValue().grows),
  randAlpha: { grows: { characters: (size) => [BigInt(size)] } },
  randAlphaNum: { grows: { characters: (size) => [BigInt(size)] } },
  randAscii: { grows: { characters: (size) => [BigInt(size)] } },
  randBytes: { grows: { bytes: (size) => [BigInt(size)] } },
  randInt: { fixed: [0n, 1_000_000_000_000n] },
  randNumeric: { grows: { characters: (size) => [BigInt(size)] } },
  regexFind: find,
  regexFindAll: findAll,
  regexMatch: find,
  regexQuoteMeta: onText(),
  regexReplaceAll: replaceAll,
  regexReplaceAllLiteral: replaceAll,
  regexSplit: findAll,
  repeat: ways(
    { 'many times': (size) => [BigInt(size), 'x'] },
    textWays('', (text) => [2n, text]),
  ),
  replace: ways(
    textWays('', (text) => ['a', 'bb', text]),
    textWays('nothing in ', (text) => ['', '-', text]),
    textWays('by ', (text) => ['a', text, 'abc']),
    textWays('in ', (text) => [text, 'a', text]),
  ),
  required: onText((text) => ['message', text], fewTexts),
  rest: onList(),
  reverse: onList(),
  round: ways(
    textWays('', (text) => [text, 2n], fewTexts),
    { 'many places': (size) => [1.5, BigInt(size)] },
  ),
  semver: onText(undefined, { ...plainTexts, ...versionTexts }),
  semverCompare: ways(
    textWays('range of ', (text) => [text, '1.2.3'], { ...plainTexts, ...versionTexts }),
    textWays('version of ', (text) => ['>=1.0.0', text], { ...plainTexts, ...versionTexts }),
  ),
  seq: ways({ numbers: (size) => [1n, BigInt(size / 4)] }),
  set: ways(
    { entries: (size) => [bigMap(size), 'new', 1n] },
    textWays('key of ', (text) => [new Map(), text, 1n], fewTexts),
  ),
  sha1sum: onText(),
  sha256sum: onText(),
  sha512sum: onText(),
  shuffle: onText(),
  slice: slicing,
  snakecase: onText(),
  sortAlpha: onList(),
  split: cutting,
  splitList: cutting,
  splitn: ways(
    textWays('', (text) => ['', BigInt(text.length), text]),
    textWays('by a letter ', (text) => ['a', BigInt(text.length), text]),
    textWays('by ', (text) => [text, 5n, text]),
  ),
  squote: ways({ 'many arguments': manyOf((at) => `item${at}`) }, onValue().grows),
  sub: two,
  subf: arithmetic,
  substr: onText((text) => [1n, BigInt(text.length - 1), text]),
  swapcase: onText(),
  ternary: onText((text) => [text, text, true], fewTexts),
  title: onText(),
  toDate: parsing,
  toDecimal: casting,
  toJson: encode,
  toPrettyJson: encode,
  toRawJson: encode,
  toString: onValue(),
  toStrings: onList(),
  toToml: encode,
  toYaml: encode,
  toYamlPretty: encode,
  tpl: onText((text) => [text, new Map()], { ...plainTexts, ...templateTexts }),
  trim: onText(),
  trimAll: trimming,
  trimPrefix: trimming,
  trimSuffix: trimming,
  trimall: trimming,
  trunc: ways(
    textWays('', (text) => [5n, text]),
    textWays('the end of ', (text) => [-5n, text]),
  ),
  tuple: onMany((at) => BigInt(at)),
  typeIs: onText((text) => [text, 'x'], fewTexts),
  typeIsLike: onText((text) => [text, 'x'], fewTexts),
  typeOf: onValue(),
  uniq: onList(),
  unixEpoch: { fixed: [time] },
  unset: ways(
    { entries: (size) => [bigMap(size), 'key1'] },
    textWays('key of ', (text) => [new Map(), text], fewTexts),
  ),
  until: { grows: { numbers: (size) => [BigInt(size / 4)] } },
  untilStep: { grows: { numbers: (size) => [0n, BigInt(size / 2), 2n] } },
  untitle: onText(),
  upper: onText(),
  urlJoin: ways(
    textWays(
      'host of ',
      (text) => [
        new Map([
          ['scheme', 'https'],
          ['host', text],
        ]),
      ],
      urlTexts,
    ),
    textWays(
      'path of ',
      (text) => [
        new Map([
          ['scheme', 'https'],
          ['host', 'a'],
          ['path', text],
        ]),
      ],
      urlTexts,
    ),
    textWays(
      'query of ',
      (text) => [
        new Map([
          ['scheme', 'https'],
          ['host', 'a'],
          ['query', text],
        ]),
      ],
      urlTexts,
    ),
  ),
  urlParse: onText(undefined, { ...plainTexts, ...urlTexts }),
  urlquery: ways(
    textWays('', (text) => [text]),
    listWays('', (list) => [list]),
  ),
  uuidv4: { fixed: [] },
  values: { grows: { entries: (size) => [bigMap(size)] } },
  without: removing,
  wrap: wrapping,
  wrapWith: ways(
    textWays('narrow ', (text) => [1n, '\n', text]),
    textWays('wide ', (text) => [80n, '\n', text]),
    textWays('by ', (text) => [5n, text, 'some longer text'], fewTexts),
  ),
}

/** Whether a function is one of Sprig's `must` functions: they differ from their twins in how they fail, not in what they do before. */
export function isTwin(name: string): boolean {
  const other = name.replace(/^must_?/, '')
  return name !== other && other.charAt(0).toLowerCase() + other.slice(1) in functionRows
}
