import { findImages } from '../../images/find-images.ts'
import { formatImage } from '../../images/image-reference.ts'
import type { RewriteRules } from '../../images/rewrite-image.ts'
import { type JsonObject, isJsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  kindOf,
  listAt,
  nameOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'
import { ReleaseError } from '../errors.ts'
import { type RenderedObject, type Transform, mapObjects } from './rendered-object.ts'
import { rewriteImagesTo } from './rewrite-images.ts'

/** Where the images of a release are to come from. */
export interface ImageChoice extends RewriteRules {
  /** `name:tag@digest`: what is listed is pulled by that digest. */
  readonly lock?: readonly string[]
  /** Secrets with logins that every pod gets. */
  readonly pullSecrets?: readonly string[]
  /** Whether a reference that leads elsewhere is left or refused. */
  readonly foreign?: 'allow' | 'refuse'
}

/** The steps before and after patches: patches see what is locked, and what they bring is moved as well. */
export function localiseImages({
  registry,
  map,
  lock = [],
  pullSecrets = [],
  foreign,
}: ImageChoice): {
  readonly before: readonly Transform[]
  readonly after: readonly Transform[]
} {
  const locked = Object.fromEntries(
    lock.map((image) => [image.slice(0, image.indexOf('@')), image]),
  )
  const rules = {
    ...(registry === undefined ? {} : { registry }),
    ...(map === undefined ? {} : { map }),
  }
  const isRewritten = Object.keys(rules).length > 0
  return {
    before: lock.length === 0 ? [] : [rewriteImagesTo({ map: locked })],
    after: [
      ...(isRewritten ? [rewriteImagesTo(rules)] : []),
      ...(pullSecrets.length === 0 ? [] : [addPullSecrets(pullSecrets)]),
      ...(foreign === 'refuse' ? [refuseForeign(placesOf(rules))] : []),
    ],
  }
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

const mostNamed = 10

/** Refuses a render in which an image still comes from another place than the given ones. */
function refuseForeign(places: readonly string[]): Transform {
  return (objects) => {
    const left = objects.flatMap((one) => foreignIn(one, places))
    if (left.length === 0) return objects
    const more = left.length > mostNamed ? ` and ${left.length - mostNamed} more` : ''
    const wanted = `images.foreign is refuse, and wanted is ${places.join(' or ') || 'a registry'}`
    throw new ReleaseError(
      'foreign-image',
      `${wanted}; found ${left.slice(0, mostNamed).join(', ')}${more}; add what is missing to images.map`,
    )
  }
}

function foreignIn(
  { object, path: file }: RenderedObject,
  places: readonly string[],
): readonly string[] {
  const foreign = findImages(object).filter(
    ({ reference }) => !places.some((place) => isBelow(formatImage(reference), place)),
  )
  return foreign.map(({ image, path }) => {
    return `${image} at ${path.join('.')} of ${object.kind} ${nameOf(object)} (${file})`
  })
}

function isBelow(image: string, place: string): boolean {
  return image.startsWith(place) && /^(?:$|[/:@])/.test(image.slice(place.length))
}
