import type { ResMap } from '../resource/res-map.ts'

/** A change of the objects of a build. */
export type Transformer = (map: ResMap) => void
