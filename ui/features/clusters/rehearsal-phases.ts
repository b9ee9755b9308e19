import type {
  Move,
  Rehearsal,
  RehearsedInstance,
  StaleRevision,
} from '../../api/rehearsal-types.ts'

export type Phase = 'before' | 'after'

/** One instance that moves in a phase. */
export interface PhaseItem {
  readonly instance: RehearsedInstance
  readonly move: Move | undefined
  readonly stored: readonly StaleRevision[]
}

/** A rehearsal as people read it: what stands in the way, what moves when, and what is left alone. */
export interface RehearsalParts {
  readonly blocked: readonly RehearsedInstance[]
  readonly before: readonly PhaseItem[]
  readonly after: readonly PhaseItem[]
  readonly held: readonly RehearsedInstance[]
  readonly broken: readonly RehearsedInstance[]
  readonly staying: readonly RehearsedInstance[]
}

export function rehearsalParts({ instances }: Rehearsal): RehearsalParts {
  const itemsOf = (phase: Phase) =>
    instances
      .map((instance) => ({ instance, move: instance[phase], stored: instance.stored[phase] }))
      .filter(({ move, stored }) => move !== undefined || stored.length > 0)
  const [before, after] = [itemsOf('before'), itemsOf('after')]
  const blocked = instances.filter(({ blocks }) => blocks.length > 0)
  const held = instances.filter((one) => one.held !== undefined)
  const broken = instances.filter((one) => one.broken !== undefined)
  const told = new Set([
    ...[...before, ...after].map(({ instance }) => instance),
    ...blocked,
    ...held,
    ...broken,
  ])
  const staying = instances.filter((one) => !told.has(one))
  return { blocked, before, after, held, broken, staying }
}

/** The minor version of Kubernetes 1 in a text such as `v1.36.3`; undefined when it has none. */
export function minorIn(version: string | undefined): number | undefined {
  const found = /^v?1\.(\d{1,3})(?:\.|$)/.exec(version ?? '')
  return found === null ? undefined : Number(found[1])
}

/** The versions that people usually go to from one: the next three. */
export function nextVersions(version: string | undefined): readonly string[] {
  const minor = minorIn(version)
  return minor === undefined ? [] : [1, 2, 3].map((step) => `1.${minor + step}`)
}
