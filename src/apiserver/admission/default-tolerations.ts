import { ensureChild, itemsOf, type Draft } from '../registry/draft.ts'
import type { Admission } from '../registry/registry.ts'

const patience = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
const patienceSeconds = 300

/** A pod stays for five minutes on a node that is in trouble, unless it says otherwise. */
export const defaultTolerations: Admission = {
  name: 'DefaultTolerationSeconds',
  mutate({ served, subresource, draft }) {
    if (served.bucket !== 'pods' || subresource !== '' || draft === undefined) return
    const spec = ensureChild(draft, 'spec')
    const known = itemsOf(spec, 'tolerations')
    const missing = patience.filter((key) => !known.some((one) => covers(one, key)))
    if (missing.length === 0) return
    const added = missing.map((key) => ({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: patienceSeconds,
    }))
    spec['tolerations'] = [...known, ...added]
  },
}

function covers({ key, effect }: Draft, wanted: string): boolean {
  const isKey = key === wanted || key === undefined || key === ''
  return isKey && (effect === 'NoExecute' || effect === undefined || effect === '')
}
