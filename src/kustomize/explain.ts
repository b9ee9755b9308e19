// Where the objects of a build come from, and which steps made them what they are.

import { writeYaml } from '../formats/yaml/write/write.ts'
import type { Value } from '../formats/value.ts'
import { type BuildOptions, buildKustomization } from './build.ts'
import { KustomizeError } from './errors.ts'
import type { Loader } from './loader.ts'
import type { Origin } from './origin.ts'
import * as notes from './resource/annotations.ts'
import type { Resource } from './resource/resource.ts'
import { fieldOf } from './yaml/edit.ts'
import { parseDocument } from './yaml/parse.ts'
import { mapOf } from './yaml/value.ts'

/** A step of a build. */
export interface ExplainedStep {
  /** The kustomization, or the file of a transformer. */
  readonly file: string
  /** The field or transformer, such as PatchTransformer. */
  readonly by: string
  /** The value after the step, where a field was asked for; undefined when it is not there. */
  readonly value?: string | undefined
}

export interface ExplainedObject {
  readonly kind: string
  readonly name: string
  readonly namespace: string
  /** The file or generator, with the repository where it is elsewhere. */
  readonly from: string
  readonly steps: readonly ExplainedStep[]
}

interface History {
  readonly states: {
    readonly value: ReadonlyMap<string, Value>
    readonly step: Origin | undefined
  }[]
  text: string
}

/** Builds, and says of each object where it comes from and which steps changed it. */
export function explainBuild(
  loader: Loader,
  options: Omit<BuildOptions, 'traced'>,
  keys: readonly (string | number)[] = [],
): readonly ExplainedObject[] {
  const histories = new Map<Resource, History>()
  let last: readonly Resource[] = []
  const origins = new Map<Resource, string>()
  buildKustomization(loader, {
    ...options,
    traced: (resources, step) => {
      last = resources.filter((resource) => !resource.isEmpty())
      for (const resource of last) {
        origins.set(resource, resource.annotations.get(notes.origin) ?? '')
        note(histories, resource, step)
      }
    },
  })
  return last.map((resource) => {
    const { kind, name, namespace } = resource
    const states = histories.get(resource)?.states ?? []
    const from = originText(origins.get(resource) ?? '')
    return { kind, name, namespace, from, steps: stepsOf(states, keys) }
  })
}

function note(
  histories: Map<Resource, History>,
  resource: Resource,
  step: Origin | undefined,
): void {
  const value = withoutNotes(mapOf(resource.node))
  const text = writeYaml(value)
  const known = histories.get(resource)
  if (known === undefined) histories.set(resource, { text, states: [{ value, step }] })
  else if (known.text !== text) {
    known.text = text
    known.states.push({ value, step })
  }
}

function withoutNotes(value: Map<string, Value>): ReadonlyMap<string, Value> {
  const metadata = value.get('metadata')
  const annotations = metadata instanceof Map ? metadata.get('annotations') : undefined
  if (!(metadata instanceof Map) || !(annotations instanceof Map)) return value
  const kept = [...annotations].filter(([key]) => !isNote(key))
  const rest = new Map([...metadata].filter(([key]) => key !== 'annotations'))
  if (kept.length > 0) rest.set('annotations', new Map(kept))
  return new Map([...value, ['metadata', rest]])
}

function isNote(key: string): boolean {
  return notes.isInternal(key) || key === notes.origin || key === notes.transformations
}

/** The steps after the first state; of a field, those that changed it, and how it began. */
function stepsOf(
  states: History['states'],
  keys: readonly (string | number)[],
): readonly ExplainedStep[] {
  if (keys.length === 0) return states.slice(1).map(({ step }) => placeOf(step))
  const steps: ExplainedStep[] = []
  for (const { value, step } of states) {
    const found = valueAt(value, keys)
    const text = found === undefined ? undefined : writeYaml(found)
    const isSame = steps.length === 0 ? text === undefined : steps.at(-1)?.value === text
    if (!isSame) steps.push({ ...placeOf(step), value: text })
  }
  return steps
}

function placeOf(step: Origin | undefined): ExplainedStep {
  if (step === undefined) return { file: '', by: 'resources' }
  const { configuredIn, configuredBy, repo } = step
  const file = repo === '' ? configuredIn : `${repo}//${configuredIn}`
  return { file, by: configuredBy?.kind ?? '' }
}

function valueAt(value: Value, keys: readonly (string | number)[]): Value | undefined {
  let at: Value | undefined = value
  for (const key of keys) {
    if (at instanceof Map && typeof key === 'string') at = at.get(key)
    else if (Array.isArray(at) && typeof key === 'number') at = at[key]
    else return undefined
  }
  return at
}

function originText(annotation: string): string {
  const read = parseDocument(annotation)
  const part = (name: string) => fieldOf(read, name)?.value ?? ''
  const by = fieldOf(fieldOf(read, 'configuredBy'), 'kind')?.value ?? ''
  const place = part('path') || part('configuredIn')
  const whole = part('repo') === '' ? place : `${part('repo')}//${place}`
  return by === '' ? whole : `${whole} (${by})`
}

/** The object that a reference such as `Deployment/web` means. */
export function findExplained(
  objects: readonly ExplainedObject[],
  reference: string,
): ExplainedObject {
  const found = objects.find(({ kind, name }) => `${kind}/${name}` === reference)
  if (found !== undefined) return found
  const there = objects.map(({ kind, name }) => `${kind}/${name}`).join(', ')
  throw new KustomizeError('missing', `there is no ${reference}; there are ${there}`)
}
