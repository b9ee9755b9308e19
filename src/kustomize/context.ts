import type { Loader } from './loader.ts'
import type { Origin } from './origin.ts'
import type { Resource } from './resource/resource.ts'
import { readResources } from './resource/read-resources.ts'
import type { BuildSchemas } from './schema/build-schemas.ts'
import type { Fields } from './config/read-as.ts'

/** Makes the objects of a chart that a kustomization names. */
export type InflateChart = (config: Fields, loader: Loader) => string

/** The step is undefined where objects come from a file. */
export type TraceBuild = (resources: readonly Resource[], step: Origin | undefined) => void

/** The parts that all kustomizations of one build share. */
export interface BuildContext {
  readonly schemas: BuildSchemas
  /** Undefined where charts were not asked for. */
  readonly inflate: InflateChart | undefined
  readonly warn: (message: string) => void
  /** Told of the objects after each step; undefined where nobody asked. */
  readonly traced: TraceBuild | undefined
  /** The number of kustomizations that may still be built. */
  readonly budget: { kustomizations: number }
}

/** The configuration of a generator or transformer, and where its files are. */
export interface PluginInput {
  readonly config: Fields
  readonly loader: Loader
  readonly context: BuildContext
}

export function resourcesOf(text: string, { schemas }: BuildContext): Resource[] {
  return readResources(text, schemas)
}
