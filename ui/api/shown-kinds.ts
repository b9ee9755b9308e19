import type { Cluster } from '../../src/kinds/cluster.ts'
import type { ExtensionInstance } from '../../src/kinds/extension-instance.ts'
import type { Extension } from '../../src/kinds/extension.ts'
import type { Plugin } from '../../src/kinds/plugin.ts'
import type { Profile } from '../../src/kinds/profile.ts'
import type { Repository } from '../../src/kinds/repository.ts'

/** An object as the server shows it: checked by the schema of its kind, with a status once it was looked at. */
export type Shown<T extends { readonly spec: object; readonly status: object }> = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ShownMetadata
  readonly spec: T['spec']
  readonly status?: Partial<T['status']>
}

export interface ShownMetadata {
  readonly name: string
  readonly namespace?: string
  readonly uid: string
  readonly resourceVersion: string
  readonly generation?: number
  readonly creationTimestamp: string
  readonly deletionTimestamp?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly { readonly kind: string; readonly name: string }[]
}

/** The kinds by their words in paths. */
export interface Nouns {
  readonly plugins: Shown<Plugin>
  readonly instances: Shown<ExtensionInstance>
  readonly extensions: Shown<Extension>
  readonly repositories: Shown<Repository>
  readonly profiles: Shown<Profile>
  readonly clusters: Shown<Cluster>
}

export type Noun = keyof Nouns
export type AnyShown = Nouns[Noun]

export const nouns: readonly Noun[] = [
  'plugins',
  'instances',
  'extensions',
  'repositories',
  'profiles',
  'clusters',
]

/** The words of the kinds in rules of rights, where they are others than in paths. */
export function resourceOf(noun: Noun): string {
  return noun === 'instances' ? 'extensioninstances' : noun
}

/** Whether objects of the kind are in namespaces. */
export function isNamespaced(noun: Noun): boolean {
  return noun === 'plugins' || noun === 'instances' || noun === 'repositories'
}

/** `namespace/name`, or the name alone. */
export function keyOf(object: { readonly metadata: Pick<ShownMetadata, 'name' | 'namespace'> }) {
  const { name, namespace } = object.metadata
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}
