import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { longPart, type TarPart, writePart, writeTar } from './tar.ts'

/** A chart, or values, made to hurt whoever renders it. */
export interface Bomb {
  /** The subject of a sentence that goes on with "is refused". */
  readonly name: string
  /** Puts it into an empty folder and gives the words after `template`. */
  readonly make: (folder: string) => string[]
  /** A part of the text of the refusal. */
  readonly refusal: RegExp
  /** Seconds of the processor until it is refused, on a machine at rest; `mostSeconds` when absent. */
  readonly seconds?: number
}

export const mostSeconds = 2
/** A step pays for 300 ns at most, and a render has 30 million. */
const allSteps = 9

const chartYaml = '{apiVersion: v2, name: bomb, version: 1.0.0}'
const mebibyte = 1024 * 1024

export const bombs: readonly Bomb[] = [
  {
    name: 'an archive of 10 GB of zeros',
    make: (folder) => {
      const size = 10_000 * mebibyte
      const head = Buffer.concat([
        ...writePart({ name: 'bomb/Chart.yaml', data: chartYaml }),
        ...writePart({ name: 'bomb/zeros', size }),
      ])
      // Gzip streams may follow one another, so that one of 100 MB does for all.
      const zeros = gzipSync(Buffer.alloc(100 * mebibyte), { level: 9 })
      const members = Array.from({ length: 100 }, () => zeros)
      return write(folder, 'bomb.tgz', Buffer.concat([gzipSync(head), ...members]))
    },
    refusal: /decompressed chart is larger than the maximum size 104857600/,
  },
  {
    name: 'an archive with a file of 6 MB',
    make: archive([{ name: 'bomb/big', data: Buffer.alloc(6 * mebibyte) }]),
    refusal: /decompressed chart file "bomb\/big" is larger than the maximum file size 5242880/,
  },
  {
    name: 'an archive of 100,000 files',
    make: archive(Array.from({ length: 100_000 }, (_, i) => ({ name: `bomb/${i}` }))),
    refusal: /chart archive has more than 20000 files/,
  },
  {
    name: 'an archive of a file that says it has more bytes than there are',
    make: archive([{ name: 'bomb/lie', data: 'x', size: 5_000_000 }]),
    refusal: /unexpected EOF/,
  },
  {
    name: 'a folder of 20,001 files',
    make: (folder) => {
      const [path = ''] = chart(folder, {})
      for (let i = 0; i <= 20_000; i++) writeFileSync(join(path, `${i}`), '')
      return [path]
    },
    refusal: /holds more than 104857600 bytes or 20000 files/,
  },
  {
    name: 'an archive of charts nested 100 deep',
    make: archive(
      Array.from({ length: 100 }, (_, i) =>
        longPart(`bomb/${'charts/a/'.repeat(i)}Chart.yaml`, chartYaml),
      ).flat(),
    ),
    refusal: /charts are nested more than 64 deep/,
  },
  {
    name: 'an archive in an archive in an archive, 100 deep',
    make: (folder) => {
      let inner = gzipSync(writeTar([{ name: 'bomb/Chart.yaml', data: chartYaml }]))
      for (let i = 0; i < 100; i++) {
        const parts = [
          { name: 'bomb/Chart.yaml', data: chartYaml },
          { name: 'bomb/charts/bomb.tgz', data: inner },
        ]
        inner = gzipSync(writeTar(parts))
      }
      return write(folder, 'bomb.tgz', inner)
    },
    refusal: /charts are nested more than 64 deep/,
  },
  {
    name: 'archives in an archive that are large together',
    make: (folder) => {
      const zeros = Array.from({ length: 9 }, (_, i) => ({
        name: `sub/${i}`,
        data: Buffer.alloc(5 * mebibyte),
      }))
      const sub = gzipSync(writeTar([{ name: 'sub/Chart.yaml', data: chartYaml }, ...zeros]))
      const subs = Array.from({ length: 50 }, (_, i) => ({
        name: `bomb/charts/s${i}.tgz`,
        data: sub,
      }))
      return archive(subs)(folder)
    },
    refusal: /decompressed chart is larger than the maximum size 104857600/,
  },
  {
    name: 'a link out of the chart',
    make: (folder) => {
      const [path = ''] = chart(folder, {})
      symlinkSync('/etc/passwd', join(path, 'passwd'))
      return [path]
    },
    refusal: /link .*passwd leads out of the chart, to \/etc\/passwd/,
  },
  {
    name: 'a link to a folder above the chart',
    make: (folder) => {
      const [path = ''] = chart(folder, {})
      symlinkSync('../..', join(path, 'up'))
      return [path]
    },
    refusal: /link .*up leads out of the chart/,
  },
  {
    name: 'a link to a device',
    make: (folder) => {
      const [path = ''] = chart(folder, {})
      symlinkSync('/dev/zero', join(path, 'zero'))
      return [path]
    },
    refusal: /link .*zero leads out of the chart, to \/dev\/zero/,
  },
  {
    name: 'a circle of links',
    make: (folder) => {
      const [path = ''] = chart(folder, { '.helmignore': '*.yaml\n' })
      for (const name of ['a', 'b', 'c']) symlinkSync('.', join(path, name))
      return [path]
    },
    refusal: /nested more than 64 deep|holds more than/,
  },
  {
    name: 'a .helmignore that is a device',
    make: (folder) => {
      const [path = ''] = chart(folder, {})
      symlinkSync('/dev/zero', join(path, '.helmignore'))
      return [path]
    },
    refusal: /link .*helmignore leads out of the chart, to \/dev\/zero/,
  },
  ...(['bomb/../../up', 'bomb//etc/up', 'bomb/../../../etc/up'] as const).map((name) => ({
    name: `an archive with the path ${name}`,
    make: archive([{ name, data: 'x' }]),
    refusal: /chart illegally (?:references parent directory|contains)/,
  })),
  ...[
    'file:///dev/zero',
    'file:///etc/passwd',
    'http://127.0.0.1:9/s.json',
    'https://host.example/s.json',
  ].map((target) => ({
    name: `a schema that refers to ${target}`,
    make: (folder: string) =>
      chart(folder, { 'values.schema.json': JSON.stringify({ $ref: target }) }),
    refusal: new RegExp(target.replaceAll('.', '\\.')),
  })),
  {
    name: 'a values file of 100 MB',
    make: (folder) => {
      writeFileSync(join(folder, 'values.yaml'), Buffer.alloc(100 * mebibyte, 'a: 1\n'))
      return [...chart(folder, {}), '-f', join(folder, 'values.yaml')]
    },
    refusal: /wanted a file of at most 33554432 bytes/,
  },
  {
    name: 'a values file that never ends',
    make: (folder) => [...chart(folder, {}), '-f', '/dev/zero'],
    refusal: /wanted a file of at most 33554432 bytes/,
  },
  {
    name: 'a values.yaml of 6 MB',
    make: (folder) => chart(folder, { 'values.yaml': `a: ${'x'.repeat(6 * mebibyte)}` }),
    refusal: /chart file "values.yaml" is larger than the maximum file size 5242880/,
  },
  {
    name: 'values that grow by aliases',
    make: (folder) => chart(folder, { 'values.yaml': aliases(30) }),
    refusal: /document contains excessive aliasing/,
  },
  {
    name: 'a Chart.yaml that grows by aliases',
    make: (folder) => {
      const [path = ''] = chart(folder, {})
      writeFileSync(
        join(path, 'Chart.yaml'),
        `${chartYaml.slice(1, -1).replaceAll(', ', '\n')}\n${aliases(30)}`,
      )
      return [path]
    },
    refusal: /document contains excessive aliasing/,
  },
  {
    name: 'values nested 100,000 deep',
    make: (folder) => chart(folder, { 'values.yaml': `a: ${'['.repeat(100_000)}` }),
    refusal: /exceeded max depth/,
  },
  template(
    'an include of itself',
    '{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}',
    /rendering template has a nested reference name: a/,
  ),
  template(
    'a tpl of itself',
    '{{ define "a" }}{{ tpl "{{ include \\"a\\" . }}" . }}{{ end }}{{ include "a" . }}',
    /nested|limit|deep/,
  ),
  template(
    'a template that loops for ever',
    `{{ range until 100000 }}{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}{{ end }}`,
    /steps/,
  ),
  template(
    'a template that includes in a loop',
    `{{ define "a" }}{{ range until 1000 }}{{ include "b" . }}{{ end }}{{ end }}{{ define "b" }}{{ range until 1000 }}{{ print "x" }}{{ end }}{{ end }}{{ range until 1000 }}{{ include "a" . }}{{ end }}`,
    /steps/,
  ),
  template(
    'a template that doubles a text',
    `{{ $a := "xxxxxxxx" }}{{ range until 60 }}{{ $a = print $a $a }}{{ end }}{{ $a }}`,
    /longer than|string/,
  ),
  template(
    'a template that repeats a text',
    `{{ repeat 2000000000 "xxxxxxxx" }}`,
    /longer than|string/,
  ),
  template(
    'a template that keeps many long texts',
    `{{ $l := list }}{{ range until 2000 }}{{ $l = append $l (printf "%s%d" (repeat 10000000 "x") .) }}{{ end }}{{ len $l }}`,
    /steps/,
  ),
  template('a template that makes long lists', `{{ until 2000000000 }}`, /list/),
  template('a template that indents much', `{{ indent 1000000000 "a" }}`, /longer than|string/),
  template(
    'a template that puts out much',
    `{{ range until 100000 }}{{ repeat 100000 "x" }}{{ end }}`,
    /longer than|string/,
  ),
  template(
    'a template that draws a long text',
    `{{ randAlphaNum 2000000000 }}`,
    /longer than|steps/,
  ),
  template(
    'a template whose patterns have large counts',
    `{{ range until 100000 }}{{ $_ := regexMatch (repeat 800 "\\\\pL{1000}") "a" }}{{ end }}`,
    /a regular expression has about 82400000 instructions|steps/,
  ),
]

/**
 * Work that only its steps end, seconds later: for bench/bombs.ts. That every function pays for what it does is tested by
 * test/cost.
 */
export const longBombs: readonly Bomb[] = [
  ...['fromYaml', 'fromYamlArray', 'fromToml', 'fromJson'].map((name) =>
    template(
      `a template that calls ${name} again and again`,
      `{{ $text := repeat 20000 "a: [{b: 1}]\\n" }}{{ range until 100000 }}{{ $_ := ${name} $text }}{{ end }}`,
      /steps/,
      allSteps,
    ),
  ),
  ...['len', 'nospace', 'title', 'camelcase', 'shuffle', 'float64', 'urlquery'].map((name) =>
    template(
      `a template that calls ${name} of a long text again and again`,
      `{{ $text := repeat 200000 "word " }}{{ range until 100000 }}{{ $_ := ${name} $text }}{{ end }}`,
      /steps/,
      allSteps,
    ),
  ),
  ...[
    'quote $text',
    'printf "%q" $text',
    'printf "% x" $text',
    'regexQuoteMeta $text',
    'urlquery $text',
    'js $text',
    'html $text',
    'snakecase $text',
  ].map((call) =>
    template(
      `a template that escapes ever longer texts by ${call}`,
      `{{ $text := "a<.\\"" }}{{ range until 60 }}{{ $text = print $text $text }}{{ $_ := ${call} }}{{ end }}`,
      /steps|longer than/,
      allSteps,
    ),
  ),
  template(
    'a template that splits a text into a million parts',
    `{{ $text := repeat 1000000 "a," }}{{ range until 1000 }}{{ $_ := split "," $text }}{{ end }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template that is of ever new templates',
    `{{ range until 100000 }}{{ tpl (print (repeat 10000 "{{ 1 }}") .) $ }}{{ end }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template of three million actions',
    `{{ tpl (repeat 3000000 "{{ . }}") . }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template that copies a value with many parts',
    `{{ $v := dict "a" 1 }}{{ range until 20 }}{{ $v = dict "a" $v "b" $v }}{{ end }}{{ range until 100 }}{{ $_ := deepCopy $v }}{{ end }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template that derives passwords of long texts',
    `{{ $text := repeat 3000000 "p" }}{{ range until 100 }}{{ $_ := derivePassword 1 "long" $text $text $text }}{{ end }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template that signs long names',
    `{{ $text := repeat 3000000 "p" }}{{ range until 100 }}{{ $_ := genSelfSignedCert $text (list) (list $text) 1 }}{{ end }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template that looks for a long text in another',
    `{{ $a := repeat 1000000 "a" }}{{ $b := print $a "b" }}{{ range until 100000 }}{{ $_ := contains $b $a }}{{ end }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template that draws many characters',
    `{{ range until 100000 }}{{ $_ := randAlphaNum 1000000 }}{{ end }}`,
    /steps/,
    allSteps,
  ),
  template(
    'a template that hashes passwords',
    `{{ range until 100000 }}{{ $_ := bcrypt "password" }}{{ end }}`,
    /steps/,
    20,
  ),
  template(
    'a template that makes RSA keys',
    `{{ range until 100000 }}{{ $_ := genPrivateKey "rsa" }}{{ end }}`,
    /steps/,
    60,
  ),
]

function template(what: string, text: string, refusal: RegExp, seconds = mostSeconds): Bomb {
  const make = (folder: string) => chart(folder, { 'templates/a.yaml': text })
  return { name: what, make, refusal, seconds }
}

/** A chart folder with these files besides Chart.yaml. */
function chart(folder: string, files: Readonly<Record<string, string>>): string[] {
  const path = join(folder, 'bomb')
  for (const [name, text] of Object.entries({ 'Chart.yaml': chartYaml, ...files })) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return [path]
}

/** A .tgz with these entries besides Chart.yaml. */
function archive(parts: readonly TarPart[]): Bomb['make'] {
  const all = [{ name: 'bomb/Chart.yaml', data: chartYaml }, ...parts]
  return (folder) => write(folder, 'bomb.tgz', gzipSync(writeTar(all), { level: 1 }))
}

function write(folder: string, name: string, data: Buffer): string[] {
  writeFileSync(join(folder, name), data)
  return [join(folder, name)]
}

/** Ten aliases of the line before, line after line. */
function aliases(levels: number): string {
  const lines = Array.from({ length: levels }, (_, i) => {
    const items = Array.from({ length: 10 }, () => (i === 0 ? 'x' : `*l${i - 1}`))
    return `l${i}: &l${i} [${items.join(', ')}]`
  })
  return `${lines.join('\n')}\n`
}
