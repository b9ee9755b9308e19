import { createHash } from 'node:crypto'
import type { Plugin } from '../../kinds/plugin.ts'

/** Changes when what a chart renders to may change with us; an engine change renders everything again. */
const engine = 'helm-4.2.3/1'

/** What a release is made from, as far as it can be told without making it. */
export interface Inputs {
  readonly spec: Plugin['spec']
  /** Version of each object of `valuesFrom`, in order. */
  readonly references: readonly string[]
  /** The digest of the chart. */
  readonly digest: string
  /** The version of Kubernetes and what it serves; counts only for charts that ask. */
  readonly capabilities: string
}

export type Needs = 'capabilities' | 'nothing'

const marker = '+capabilities'

/** The digest of all of it. What it ends with says whether the capabilities are part of it. */
export function inputsKey(inputs: Inputs, needs: Needs): string {
  const { spec, references, digest, capabilities } = inputs
  const asked = needs === 'capabilities'
  const parts = [engine, specPart(spec), references, digest, asked ? capabilities : '']
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `sha256:${hash}${asked ? marker : ''}`
}

/** Whether the key of a release is that of these inputs. */
export function isSameInputs(key: string | undefined, inputs: Inputs): boolean {
  if (key === undefined) return false
  return key === inputsKey(inputs, key.endsWith(marker) ? 'capabilities' : 'nothing')
}

// What says when or how, and not what, makes no other release.
function specPart(spec: Plugin['spec']): unknown {
  const { kind, repo, name, version, path, values, valuesText } = spec
  const { valuesFrom, patches, images, crds, targetNamespace, releaseName } = spec
  const given = { kind, repo, name, version, path, values, valuesText }
  return [given, { valuesFrom, patches, images, crds, targetNamespace, releaseName }]
}
