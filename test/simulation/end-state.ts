import type { Store } from '../../src/apiserver/storage/store.ts'
import {
  type KubeObject,
  annotationsOf,
  conditionOf,
  listAt,
  numberAt,
  ownersOf,
  textAt,
} from '../../src/objects/kube-object.ts'
import {
  type EndContext,
  type Expectation,
  expectationOf,
  isNeeded,
  ownerAt,
  pluginsOf,
} from './expectation.ts'
import { falsehoodOf, newestRevision } from './falsehood.ts'
import {
  type Where,
  asObject,
  buckets,
  keyOf,
  objectAt,
  placeOf,
  recordOf,
  whereOf,
} from './seen-cluster.ts'
import type { DesiredPlugin } from './story.ts'
import type { Violation } from './violation.ts'

export type Finding = Pick<Violation, 'kind' | 'text'>

/** Faults that are left when nothing goes wrong any more: empty when all is done. */
export function findUnfinished(
  context: EndContext,
  unjudged: ReadonlySet<string>,
): readonly Finding[] {
  const plugins = pluginsOf(context)
  const known = new Map(plugins.map((plugin) => [keyOf(plugin), plugin]))
  return [
    ...[...context.allDesired].flatMap(([key, desired]) =>
      findings(key, desired, known.get(key), context),
    ),
    ...plugins
      .filter((plugin) => !context.allDesired.has(keyOf(plugin)) && !unjudged.has(keyOf(plugin)))
      .flatMap((plugin) => leaving(plugin, context)),
    ...[...context.stores].flatMap(([where, store]) => findOrphans(where, store, context)),
  ]
}

/** Plugins whose newest generation nobody has looked at. */
export function findUnseen(context: EndContext): readonly string[] {
  return pluginsOf(context).filter(isUnseen).map(keyOf)
}

export function isUnseen(object: KubeObject): boolean {
  if (textAt(object, ['metadata', 'deletionTimestamp']) !== '') return false
  const generation = numberAt(object, ['metadata', 'generation'])
  if (numberAt(object, ['status', 'observedGeneration']) === generation) return false
  // A pass that waits for something tells only of what it is at.
  const told = listAt(object, ['status', 'conditions'])
  const stage = told.find((one) => textAt(one, ['type']) === 'Reconciling')
  const isAt = textAt(stage, ['status']) === 'True'
  return !isAt || numberAt(stage, ['observedGeneration']) !== generation
}

function findings(
  key: string,
  desired: DesiredPlugin,
  plugin: KubeObject | undefined,
  context: EndContext,
): readonly Finding[] {
  if (plugin === undefined) return [unfinished(`plugin ${key} is wanted and not there`)]
  if (isUnseen(plugin)) return [unfinished(`plugin ${key} is not looked at`)]
  const wanted = expectationOf(key, desired, context)
  const ready = conditionOf(plugin, 'Ready')
  const said = `plugin ${key} says Ready=${ready?.status} ${ready?.reason}: ${ready?.message}`
  const isTrue = ready?.status === 'True'
  if (!isExpected(wanted, isTrue, ready?.reason ?? '')) {
    const kind = wanted === 'not ready' ? 'false status' : 'not converged'
    return [{ kind, text: `${said}, and should be ${wanted}` }]
  }
  const untrue = untrueObstacle(plugin, context)
  if (untrue !== undefined) return [{ kind: 'false status', text: `${said}, but ${untrue}` }]
  const why = isTrue && wanted !== 'suspended' ? falsehoodOf(plugin, context.stores) : undefined
  return why === undefined ? [] : [{ kind: 'false status', text: `${said}, but ${why}` }]
}

// Everything that was taken away has been given back.
function untrueObstacle(plugin: KubeObject, { stores }: EndContext): string | undefined {
  const hub = stores.get('hub')
  if (hub === undefined) return undefined
  const namespace = textAt(plugin, ['metadata', 'namespace'])
  switch (conditionOf(plugin, 'Ready')?.reason) {
    case 'AccountMissing': {
      const account = objectAt(hub, buckets.accounts, `${namespace}/outrigger`)
      return account && 'its account is there'
    }
    case 'ClusterUnreachable':
    case 'ClusterNotFound':
      return 'its cluster is there and answers'
    case 'ValuesNotFound': {
      const [from] = listAt(plugin, ['spec', 'valuesFrom'])
      const bucket = textAt(from, ['kind']) === 'Secret' ? buckets.secrets : buckets.configMaps
      return (
        objectAt(hub, bucket, `${namespace}/${textAt(from, ['name'])}`) && 'its values are there'
      )
    }
    default:
      return undefined
  }
}

function isExpected(wanted: Expectation, isReady: boolean, reason: string): boolean {
  switch (wanted) {
    case 'ready':
      return isReady && reason === 'Installed'
    case 'ready or conflict':
      return isReady ? reason === 'Installed' : reason === 'Conflict'
    case 'pinned':
      return isReady && reason === 'Pinned'
    case 'disabled':
      return isReady && reason === 'Disabled'
    case 'suspended':
      return reason === 'Suspended'
    case 'not ready':
      return !isReady
    case 'any':
      return true
  }
}

function unfinished(text: string): Finding {
  return { kind: 'not converged', text }
}

function leaving(plugin: KubeObject, context: EndContext): readonly Finding[] {
  const key = keyOf(plugin)
  if (isNeeded(key, context)) return []
  const ready = conditionOf(plugin, 'Ready')
  const text = `plugin ${key} was deleted and stays: ${ready?.reason}: ${ready?.message}`
  return [{ kind: 'finalizer stays', text }]
}

function findOrphans(where: Where, store: Store, context: EndContext): readonly Finding[] {
  const plugins = pluginsOf(context).filter((plugin) => whereOf(plugin) === where)
  const found: Finding[] = []
  for (const entry of store.everything()) {
    if (entry.bucket.startsWith('internal/')) continue
    const object = asObject(entry.object)
    const annotations = annotationsOf(object)
    const name = annotations['meta.helm.sh/release-name']
    // An object that something else owns goes with it, and may carry its marks.
    if (name === undefined || ownersOf(object).length > 0) continue
    const place = `${annotations['meta.helm.sh/release-namespace']}/${name}`
    const what = `${entry.bucket} ${entry.name} of release ${place} on ${where}`
    const claimants = plugins.filter((plugin) => placeOf(plugin) === place)
    const owner = ownerAt(place, where, context)
    const plugin = claimants.find((one) => keyOf(one) === owner) ?? claimants[0]
    const isLeft = plugin === undefined || !mayHaveObjects(keyOf(plugin), context)
    if (isLeft) found.push({ kind: 'orphan', text: `${what} is left` })
    else if (isStray(object, plugin, { store, place, context })) {
      found.push({ kind: 'orphan', text: `${what} is in no manifest` })
    }
  }
  return found
}

// One of which nothing is known may have objects, too.
function mayHaveObjects(key: string, context: EndContext): boolean {
  const desired = context.allDesired.get(key)
  return desired?.enabled !== false || desired.suspend === true || isNeeded(key, context)
}

interface StoreInContext {
  readonly store: Store
  readonly place: string
  readonly context: EndContext
}

function isStray(
  object: KubeObject,
  plugin: KubeObject,
  { store, place, context }: StoreInContext,
): boolean {
  const desired = context.allDesired.get(keyOf(plugin))
  if (desired?.enabled !== true || conditionOf(plugin, 'Ready')?.status !== 'True') return false
  const last = newestRevision(store, place)
  if (last?.facts.status !== 'deployed') return false
  return !isInManifest(object, recordOf(last.object).manifest ?? '')
}

function isInManifest(object: KubeObject, manifest: string): boolean {
  const name = textAt(object, ['metadata', 'name'])
  return manifest.split(/^---$/m).some((text) => {
    const isKind = text.includes(`kind: ${object.kind}`)
    return isKind && (text.includes(`name: ${name}}`) || text.includes(`name: ${name}\n`))
  })
}
