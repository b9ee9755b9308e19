import { type RewriteRules, rewriteImage } from '../../images/rewrite-image.ts'
import type { RewrittenImage } from '../../images/rewrite-images.ts'
import { type JsonObject, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, kindOf, listAt, readPath, textAt } from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'
import { type DocumentText, refuseForeign, tellForeign } from './foreign-references.ts'
import { type Transform, mapObjects } from './rendered-object.ts'
import { rewriteImagesTo } from './rewrite-images.ts'
import { tableOf } from './table-of.ts'

/** Where the images of a release are to come from. */
export interface ImageChoice extends RewriteRules {
  /** `name:tag@digest`: what is listed is pulled by that digest. */
  readonly lock?: readonly string[]
  /** Secrets with logins that every pod gets. */
  readonly pullSecrets?: readonly string[]
  /** Whether a reference that leads elsewhere is left, named, or refused. */
  readonly foreign?: 'allow' | 'warn' | 'refuse'
  /** Whether every image is pulled by the digest that its tag has when the release is made. */
  readonly digests?: 'keep' | 'lookup'
  /** More rows for the table of images: of the site, and of the chart. */
  readonly table?: string
}

/** An image that is pulled from elsewhere than where the chart names it, or by its digest. */
export interface MovedImage {
  readonly from: string
  readonly to: string
}

/** The account of a render that was localised. */
export interface Localised {
  readonly moved: readonly MovedImage[]
  /** References that lead elsewhere and were let be, with object, field and line. */
  readonly foreign: readonly string[]
}

/** Where each step notes what it did. */
export interface LocaliseNotes {
  /** From an image to the one that it was a step before. */
  readonly steps: Map<string, string>
  readonly foreign: string[]
}

export function noNotes(): LocaliseNotes {
  return { steps: new Map(), foreign: [] }
}

/** The account of all steps: where each image came from first, and where it is in the end. */
export function localisedOf({ steps, foreign }: LocaliseNotes): Localised {
  const passed = new Set(steps.values())
  const ends = [...steps.keys()].filter((to) => !passed.has(to))
  return { moved: ends.map((to) => ({ from: firstOf(to, steps), to })), foreign }
}

function firstOf(to: string, steps: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let at = to
  for (let from = steps.get(at); from !== undefined && !seen.has(from); from = steps.get(at)) {
    seen.add(from)
    at = from
  }
  return at
}

/** The steps before and after patches: patches see what is locked, and what they bring is moved as well. */
export function localiseImages(
  choice: ImageChoice,
  notes: LocaliseNotes = noNotes(),
  textOf: DocumentText = () => '',
): {
  readonly before: readonly Transform[]
  readonly after: readonly Transform[]
} {
  const { registry, map, lock = [], pullSecrets = [], foreign } = choice
  const table = tableOf(choice)
  const rules = {
    ...(registry === undefined ? {} : { registry }),
    ...(map === undefined ? {} : { map }),
  }
  const note = ({ from, to }: RewrittenImage) => notes.steps.set(to, from)
  const isRewritten = Object.keys(rules).length > 0
  const wanted = { places: placesOf(rules), table, textOf }
  return {
    before:
      lock.length === 0 ? [] : [rewriteImagesTo({ map: lockedNames(lock, rules) }, table, note)],
    after: [
      ...(isRewritten ? [rewriteImagesTo(rules, table, note)] : []),
      ...(pullSecrets.length === 0 ? [] : [addPullSecrets(pullSecrets)]),
      ...(foreign === 'warn' ? [tellForeign(wanted, (one) => notes.foreign.push(one))] : []),
      ...(foreign === 'refuse' ? [refuseForeign(wanted)] : []),
    ],
  }
}

// A chart that got the registry as a value names its images as they are after the move.
function lockedNames(
  lock: readonly string[],
  rules: RewriteRules,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lock.flatMap((image) => {
      const name = image.slice(0, image.indexOf('@'))
      const digest = image.slice(name.length)
      const moved = rewriteImage(name, rules)
      return [
        [moved, `${moved}${digest}`],
        [name, image],
      ]
    }),
  )
}

function placesOf({ registry, map = {} }: RewriteRules): readonly string[] {
  const all = [...(registry === undefined ? [] : [registry]), ...Object.values(map)]
  return all.map((place) => place.replace(/\/+$/, ''))
}

const podPaths: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
}
const otherPodPath = ['spec', 'template', 'spec']

/** Every pod of a built-in workload with the secrets among those that it pulls with. */
function addPullSecrets(names: readonly string[]): Transform {
  return mapObjects((object) => {
    const { group, kind } = kindOf(object)
    if (group !== '' && group !== 'apps' && group !== 'batch') return object
    const path = podPaths[kind] ?? otherPodPath
    const pod = readPath(object, path)
    if (!isJsonObject(pod) || listAt(pod, ['containers']).length === 0) return object
    const has = listAt(pod, ['imagePullSecrets'])
    const missing = names.filter((name) => !has.some((one) => textAt(one, ['name']) === name))
    if (missing.length === 0) return object
    const secrets = [...has, ...missing.map((name): JsonObject => ({ name }))]
    return writePath(object, [...path, 'imagePullSecrets'], secrets) as KubeObject
  })
}
