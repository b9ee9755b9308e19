import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Chart, Table } from '../../../chart/chart.ts'
import { readValues } from '../../../chart/values/read-values.ts'
import { compareStrings } from '../../../formats/go-string.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'
import { readManifest } from '../../../release/desired/read-manifest.ts'

/** A chart that is checked. */
export interface Candidate {
  readonly folder: string
  readonly chart: Chart
  readonly variants: readonly Variant[]
  /** Objects of `ci/prerequisites.yaml`, which a sandbox has before the chart is installed. */
  readonly prerequisites: readonly KubeObject[]
}

/** Values that a chart is rendered and installed with. */
export interface Variant {
  /** Empty for the chart's own values. */
  readonly name: string
  readonly values: Table
}

/** The values files in `ci/` one by one, or the chart's own values when there is none: as `ct` does it. */
export function variantsOf(folder: string): readonly Variant[] {
  const ci = join(folder, 'ci')
  const isThere = statSync(ci, { throwIfNoEntry: false })?.isDirectory() === true
  const names = isThere ? readdirSync(ci).filter((name) => name.endsWith('-values.yaml')) : []
  if (names.length === 0) return [{ name: '', values: new Map() }]
  return names
    .toSorted(compareStrings)
    .map((name) => ({ name: `ci/${name}`, values: readValues(readFileSync(join(ci, name))) }))
}

/** The objects that a chart finds on the clusters that it is made for, such as a StorageClass or the definitions of others. */
export function prerequisitesOf(folder: string): readonly KubeObject[] {
  const file = join(folder, 'ci', 'prerequisites.yaml')
  const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return isThere ? readManifest(readFileSync(file, 'utf8')) : []
}

/** ` with ci/a-values.yaml`, or nothing for the chart's own values. */
export function withVariant({ name }: Variant): string {
  return name === '' ? '' : ` with ${name}`
}

/** Whether it is a library, which renders and installs nothing by itself. */
export function isLibrary({ metadata }: Chart): boolean {
  return metadata.type === 'library'
}
