import { pluginKind, type Plugin } from '../../../kinds/plugin.ts'
import { parseApiVersion } from '../../../objects/kube-object.ts'
import type { AdoptedObject } from '../../../release/ownership/adopt.ts'
import {
  type ReleaseOwner,
  isNamesake,
  ownerIn,
  printOwner,
} from '../../../release/record/owner-labels.ts'

/** Whose the release of a plugin's name is. */
export type Claim =
  /** There is none. */
  | { readonly is: 'free' }
  | { readonly is: 'ours' }
  /** It becomes this plugin's: nobody else has it, or `adopt` asks for it. */
  | { readonly is: 'claimed'; readonly by: 'name' | 'adopt' }
  | { readonly is: 'others'; readonly message: string }

interface ReleasePlace {
  readonly namespace: string
  readonly name: string
}

interface Revision {
  readonly status: string
  readonly labels: Readonly<Record<string, string>>
}

/** The plugin as the records of its release name it. */
export function ownerOf({ metadata }: Plugin): ReleaseOwner {
  const { namespace, name, uid } = metadata
  return { kind: pluginKind.kind, namespace, name, uid }
}

/** Whose a release is, from the revisions that there are, the oldest first. */
export function claimOf(
  plugin: Plugin,
  place: ReleasePlace,
  revisions: readonly Revision[],
): Claim {
  const last = revisions.at(-1)
  if (last === undefined || last.status === 'uninstalled') return { is: 'free' }
  const owner = ownerOf(plugin)
  const found = ownerIn(last.labels)
  if (found?.uid === owner.uid) return { is: 'ours' }
  if (asksFor(plugin, place)) return { is: 'claimed', by: 'adopt' }
  const isOwn = found === undefined ? wasOurs(plugin, place, revisions) : isAgain(plugin, found)
  if (isOwn) return { is: 'claimed', by: 'name' }
  return { is: 'others', message: whyNot(owner, place, found) }
}

// A plugin that had the release and lost it asks again by being changed: of two that ask for the same one the later request
// counts, and they do not take it from each other for ever. Nothing is taken over in order to uninstall it.
function asksFor(plugin: Plugin, place: ReleasePlace): boolean {
  const { metadata, spec, status } = plugin
  const isWanted = spec.enabled && metadata.deletionTimestamp === undefined
  return isWanted && adoptsRelease(plugin, place) && status.takenOver !== metadata.generation
}

/** Whether a plugin takes its release over from its present owner. */
export function adoptsRelease({ spec }: Plugin, { name }: Pick<ReleasePlace, 'name'>): boolean {
  return spec.adopt.some(({ release }) => release === name)
}

/** The objects of others that a plugin makes part of its release. */
export function adoptedObjects({ spec, metadata }: Plugin): readonly AdoptedObject[] {
  const place = spec.targetNamespace ?? metadata.namespace
  return spec.adopt.flatMap(({ apiVersion, kind, name, namespace = place }) => {
    if (apiVersion === undefined || kind === undefined || name === undefined) return []
    return [{ group: parseApiVersion(apiVersion).group, kind, namespace, name }]
  })
}

// Records of older versions name no owner; then the status of the plugin decides.
function wasOurs(
  { status }: Plugin,
  { namespace, name }: ReleasePlace,
  revisions: readonly Revision[],
): boolean {
  if (status.revision !== undefined) {
    return status.releaseName === name && status.targetNamespace === namespace
  }
  const isUndone = revisions.every((one) => /^(failed|pending-install)$/.test(one.status))
  return (status.failures ?? 0) > 0 && isUndone
}

// The plugin of that name was deleted and left its release; this one was created again and never had it.
function isAgain(plugin: Plugin, found: ReleaseOwner): boolean {
  return isNamesake(found, ownerOf(plugin)) && plugin.status.releaseName === undefined
}

function whyNot(
  owner: ReleaseOwner,
  { namespace, name }: ReleasePlace,
  found: ReleaseOwner | undefined,
): string {
  const isNamed = found !== undefined && isNamesake(found, owner)
  const other = isNamed ? `${printOwner(owner)} with uid ${found.uid}` : found && printOwner(found)
  const whose = other === undefined ? 'was installed by a person' : `belongs to ${other}`
  const offer = `with adopt: [{release: ${name}}] ${printOwner(owner)} takes it over`
  return `release ${name} in ${namespace} ${whose}: ${offer}`
}
