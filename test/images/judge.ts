import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { capabilitiesOf } from '../../src/chart/capabilities.ts'
import { nodeEntropy } from '../../src/chart/node/entropy.ts'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { findImages, findIn } from '../../src/images/find-images.ts'
import { readImage } from '../../src/images/image-reference.ts'
import { isUnmistakable } from '../../src/images/unmistakable.ts'
import { rewriteImages } from '../../src/images/rewrite-images.ts'
import { imageKey } from '../../src/mirror/images/image-key.ts'
import { listChartImages } from '../../src/mirror/images/list-chart-images.ts'
import type { Json } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { readManifest, splitDocuments } from '../../src/release/desired/read-manifest.ts'
import { type CorpusCase, chartOf, expectedOf, readCorpus, valuesOf } from '../parity/corpus.ts'

const words = /[^\s"'`,;=|()<>{}[\]\\]+/g

// npm run images:judge -- FOLDER [--explore] [--only TEXT]
//
// Judges the finder by the lists that were checked by hand, localises the charts of a corpus and looks for what is left,
// and with --explore, which takes minutes, compares what exploring finds with what the values files of the corpus bring.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { explore: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run images:judge -- FOLDER [--explore] [--only TEXT]')
  process.exit(2)
}
const cases = readCorpus(folder).filter(
  (one) => one.verdict !== 'error' && one.id.includes(values.only),
)
const isGood = values.explore
  ? exploreCases(folder, cases)
  : [judgeTruth(folder, cases), scanCases(folder, cases), localiseCases(folder, cases)].every(
      Boolean,
    )
process.exitCode = isGood ? 0 : 1

function keyOf(image: string): string {
  const reference = readImage(image)
  if (reference === undefined) throw new Error(`${image} is no image`)
  return imageKey(reference)
}

function objectsOf(corpus: string, one: CorpusCase): readonly KubeObject[] {
  return splitDocuments(expectedOf(corpus, one)).flatMap((document) => {
    try {
      return readManifest(document)
    } catch {
      // Helm prints what is no object as well.
      return []
    }
  })
}

function imagesOf(corpus: string, one: CorpusCase): ReadonlySet<string> {
  return new Set(
    objectsOf(corpus, one).flatMap((object) =>
      findImages(object).map(({ reference }) => imageKey(reference)),
    ),
  )
}

/** Recall and precision on the charts whose images were written down by hand. */
function judgeTruth(corpus: string, all: readonly CorpusCase[]): boolean {
  const truth = join(import.meta.dirname, 'truth')
  const count = { cases: 0, right: 0, missed: 0, wrong: 0 }
  for (const file of readdirSync(truth).filter((name) => name.endsWith('.tsv'))) {
    const lines = readFileSync(join(truth, file), 'utf8').trim().split('\n').slice(1)
    const rows = lines.map((line) => line.split('\t'))
    for (const one of all.filter(({ id }) => `${id}.tsv` === file)) {
      count.cases++
      const wanted = new Set(
        rows.filter(([when = '']) => isMeant(when, one.case)).map(([, image = '']) => keyOf(image)),
      )
      const found = imagesOf(corpus, one)
      for (const image of wanted.difference(found))
        console.log(`missed: ${one.id} ${one.case} ${image}`)
      for (const image of found.difference(wanted))
        console.log(`wrong: ${one.id} ${one.case} ${image}`)
      count.right += wanted.intersection(found).size
      count.missed += wanted.difference(found).size
      count.wrong += found.difference(wanted).size
    }
  }
  const { right, missed, wrong } = count
  const recall = right / (right + missed)
  const precision = right / (right + wrong)
  console.log(
    `truth: ${count.cases} cases, ${right} images, recall ${percent(recall)}, precision ${percent(precision)}`,
  )
  return recall === 1 && precision >= 0.98
}

function isMeant(when: string, name: string): boolean {
  if (when === '*') return true
  const isListed = when.replace(/^-/, '').split(',').includes(name)
  return when.startsWith('-') ? !isListed : isListed
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** Looks for words that can be nothing but images, wherever they stand, among what the finder did not find. */
function scanCases(corpus: string, all: readonly CorpusCase[]): boolean {
  let missed = 0
  let found = 0
  for (const one of all) {
    for (const object of objectsOf(corpus, one)) {
      if (object.kind === 'CustomResourceDefinition') continue
      const images = new Set(findImages(object).map(({ reference }) => imageKey(reference)))
      found += images.size
      const text = JSON.stringify(object).replaceAll(/\\[nrt"]/g, ' ')
      const unseen = [...text.matchAll(words)].filter(([word]) => {
        const reference = readImage(word)
        const isImage = reference !== undefined && isUnmistakable(reference)
        return isImage && !images.has(imageKey(reference))
      })
      missed += unseen.length
      for (const [word] of unseen)
        console.log(`unseen: ${one.id} ${one.case} ${object.kind} ${word}`)
    }
  }
  console.log(
    `scanned: ${all.length} cases, ${found} images found, ${missed} words that look like more`,
  )
  return missed === 0
}

/** Points every image at one registry; none may be left elsewhere and nothing else may change. */
function localiseCases(corpus: string, all: readonly CorpusCase[]): boolean {
  const place = 'local.example:5000/mirror'
  const count = { cases: 0, moved: 0, left: 0, guessed: 0, changed: 0 }
  for (const one of all) {
    count.cases++
    for (const object of objectsOf(corpus, one)) {
      const { object: moved, rewritten } = rewriteImages(object, { registry: place })
      count.moved += rewritten.length
      const { images, parts } = findIn(moved)
      const places = parts.filter(({ part, text }) => part !== 'tag' && !isAt(text, place))
      const left = [
        ...images.filter(({ image }) => !image.startsWith(`${place}/`)).map(({ image }) => image),
        ...places.filter(({ isKnown }) => isKnown).map(({ text }) => text),
      ]
      count.left += left.length
      for (const text of left) console.log(`left: ${one.id} ${one.case} ${object.kind} ${text}`)
      // Only its name says that it is a registry: such a one is told of and not moved.
      const guessed = places.filter(({ isKnown }) => !isKnown)
      count.guessed += guessed.length
      for (const { text } of guessed)
        console.log(`not moved: ${one.id} ${one.case} ${object.kind} ${text}`)
      const texts = differing(object, moved)
      const others = texts.filter(([before, after]) => !isMove(before, after, place))
      count.changed += others.length
      for (const [before] of others)
        console.log(`changed: ${one.id} ${one.case} ${object.kind} ${before.slice(0, 80)}`)
    }
  }
  const charts = new Set(all.map(({ id }) => id)).size
  console.log(
    `localised: ${count.cases} cases of ${charts} charts, ${count.moved} references moved, ${count.left} left, ${count.guessed} registries by name only, ${count.changed} other changes`,
  )
  return count.left === 0 && count.changed === 0
}

function isAt(text: string, place: string): boolean {
  return text === place || text.startsWith(`${place}/`)
}

/** The texts that differ between two values of the same shape; another shape is a difference of its own. */
function differing(
  a: Json | undefined,
  b: Json | undefined,
): readonly (readonly [string, string])[] {
  if (a === b) return []
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return [[textOf(a), textOf(b)]]
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].flatMap((name) => differing(fieldAt(a, name), fieldAt(b, name)))
}

// Taking the local registry away again gives the text before, up to a host that it took the place of.
function isMove(before: string, after: string, place: string): boolean {
  const [was, is] = [before, after].map((text) => decoded(text))
  return bare((is ?? '').replaceAll(`${place}/`, '')) === bare(was ?? '')
}

function bare(text: string): string {
  return text.replaceAll(/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?|localhost)\/|\blibrary\//g, '')
}

function fieldAt(value: object, name: string): Json | undefined {
  return (value as Record<string, Json>)[name]
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

function decoded(text: string): string {
  if (text.length < 24 || !/^[A-Za-z0-9+/]+=*$/.test(text)) return text
  return Buffer.from(text, 'base64').toString('utf8')
}

/** The share of the images of the corpus's values files that exploring the defaults finds. */
function exploreCases(corpus: string, all: readonly CorpusCase[]): boolean {
  const count = { charts: 0, wanted: 0, found: 0, maybe: 0, named: 0 }
  for (const [id, those] of Map.groupBy(all, (one) => one.id)) {
    const base = those.find((one) => one.case === 'default')
    if (base === undefined || those.length === 1) continue
    const brought = broughtBy(corpus, base, those)
    count.named += brought.named.size
    if (brought.byChart.size === 0) continue
    count.charts++
    const { images } = explored(chartOf(corpus, base))
    const listed = new Map(images.map((one) => [imageKey(one.reference), one]))
    for (const image of brought.byChart) {
      const found = listed.get(image)
      count.wanted++
      if (found !== undefined && found.certainty !== 'maybe') count.found++
      else if (found !== undefined) count.maybe++
      if (found === undefined || found.certainty === 'maybe')
        console.log(`${found === undefined ? 'missed' : 'maybe'}: ${id} ${image}`)
    }
  }
  const { charts, wanted, found, maybe, named } = count
  console.log(
    `explored: ${charts} charts, ${wanted} images that their values files bring: ${found} found (${percent(found / wanted)}), ${maybe} more as maybe; ${named} are named by the values file itself`,
  )
  return found / wanted >= 0.95
}

function broughtBy(corpus: string, base: CorpusCase, those: readonly CorpusCase[]) {
  const known = imagesOf(corpus, base)
  const byChart = new Set<string>()
  const named = new Set<string>()
  for (const one of those) {
    const text = new TextDecoder().decode(valuesOf(corpus, one)[0] ?? new Uint8Array())
    for (const image of imagesOf(corpus, one).difference(known)) {
      // Exploring cannot know a repository that only the values file names.
      const name = readImage(image)?.repository.replace(/^library\//, '') ?? ''
      const called = new RegExp(
        `(?:image|repository|name)["']?:\\s*["']?[^\\s"']*${escapeRegExp(name)}`,
      )
      if (called.test(text)) named.add(image)
      else byChart.add(image)
    }
  }
  return { byChart, named }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function explored(file: string) {
  const request = {
    values: new Map(),
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(undefined, []),
    entropy: nodeEntropy(),
    skipSchema: true,
    warn: () => {},
  }
  const options = { read: readManifest, explore: true, maxRenders: 300 }
  return listChartImages(loadChart(file), request, options, new AbortController().signal)
}
