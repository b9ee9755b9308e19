import { KustomizeError } from '../errors.ts'
import { selectResources, type Selector } from '../resource/selector.ts'
import { lookupCreate, requireKind, setScalar } from '../yaml/edit.ts'
import { plainScalar } from '../yaml/node.ts'
import { splitPath } from '../yaml/split-path.ts'
import { editNamespace } from './namespace.ts'
import type { Transformer } from './transformer.ts'

export interface ValueTarget {
  readonly selector: Selector | undefined
  readonly fieldPath: string
  /** From one: the place of the value in a path with slashes; 0 to take the place of all of it. */
  readonly position: number
}

/** Sets a value, or puts it into a path, in fields of objects. */
export function valueAddTransformer(value: string, targets: readonly ValueTarget[]): Transformer {
  if (targets.length === 0) throw new KustomizeError('invalid', 'must specify at least one target')
  for (const { fieldPath, position } of targets) {
    if (fieldPath === '') throw new KustomizeError('invalid', 'fieldPath cannot be empty')
    if (position < 0) throw new KustomizeError('invalid', 'filePathPosition cannot be negative')
  }
  return (map) => {
    for (const { selector, fieldPath, position } of targets) {
      const all = map.resources
      for (const resource of selector === undefined ? all : selectResources(all, selector)) {
        if (fieldPath === 'metadata/namespace') {
          const edit = { namespace: value, specs: [], unsetOnly: false, subjects: 'defaultOnly' }
          editNamespace(resource, { ...edit, subjects: 'defaultOnly' })
          continue
        }
        const node = lookupCreate(resource.node, 'scalar', splitPath(fieldPath, '/'))
        if (node === undefined) continue
        requireKind(node, 'scalar')
        const text = position > 0 ? insertPart(node.value, position - 1, value) : value
        setScalar(node, plainScalar(text))
      }
    }
    map.touch()
  }
}

function insertPart(path: string, position: number, part: string): string {
  const isAbsolute = path.startsWith('/')
  const parts = path.split('/').filter((one) => one !== '')
  parts.splice(Math.min(position, parts.length), 0, part)
  return (isAbsolute ? '/' : '') + parts.join('/')
}
