import type { KubeError } from '../kube/errors.ts'

export interface ImmutableField {
  /** Empty when the server names none. */
  readonly field: string
  readonly message: string
}

// There is no code for it; these are the words of the validations of built-in kinds, and of most rules
// that custom ones have.
const words =
  /immutable|may not be changed|may not change once set|cannot be (?:changed|modified|updated)|cannot change|updates to .* are forbidden|may not be (?:modified|updated)|may only be changed|is read-only/i

/** The fields that a server refused to change because they cannot be; empty when it refused for another reason. */
export function immutableFields(error: KubeError): readonly ImmutableField[] {
  if (error.code !== 'invalid') return []
  const found = error.causes.filter(({ message }) => words.test(message))
  if (found.length > 0) {
    return found.map(({ field, message }) => ({ field, message: reasonIn(message) }))
  }
  return words.test(error.message) ? [{ field: '', message: error.message }] : []
}

// `Invalid value: …: field is immutable`: the value may be a whole object, and is shown as a change.
function reasonIn(message: string): string {
  const last = message.slice(message.lastIndexOf(': ') + 2)
  return words.test(last) ? last : message
}

// Their contents go when they go, whatever becomes of the objects that they own.
const irreplaceable = [
  'PersistentVolumeClaim',
  'PersistentVolume',
  'Namespace',
  'CustomResourceDefinition',
]

/** Whether an object may be deleted and created again when that is asked for: nothing that must live goes with it. */
export function mayRecreate(kind: string): boolean {
  return !irreplaceable.includes(kind)
}
