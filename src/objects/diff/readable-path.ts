import { quote } from '../../formats/quote.ts'
import type { Json } from '../json.ts'
import { printJson } from '../json-text.ts'

/** One step into an object: a field, an item by its key, an item of a set, or an item by its place. */
export type PathStep =
  | { readonly field: string }
  | { readonly key: Readonly<Record<string, Json>> }
  | { readonly value: Json }
  | { readonly index: number }

/** A path for people: `spec.containers[name=web].env[name=X].value`, `metadata.labels["a.b/c"]`. */
export function readablePath(path: readonly PathStep[]): string {
  const text = path.map(printStep).join('')
  return text.startsWith('.') ? text.slice(1) : text
}

/** A path as a server writes it in conflicts: `.spec.containers[name="web"].image`. */
export function serverPath(path: readonly PathStep[]): string {
  return path.map(printServerStep).join('')
}

function printServerStep(step: PathStep): string {
  if ('field' in step) return `.${step.field}`
  if ('index' in step) return `[${step.index}]`
  if ('value' in step) return `[=${printJson(step.value)}]`
  const fields = Object.entries(step.key).map(([name, value]) => `${name}=${printJson(value)}`)
  return `[${fields.join(',')}]`
}

function printStep(step: PathStep): string {
  if ('field' in step)
    return /^[A-Za-z_$][\w$-]*$/.test(step.field) ? `.${step.field}` : `[${quote(step.field)}]`
  if ('index' in step) return `[${step.index}]`
  if ('value' in step) return `[=${plain(step.value)}]`
  const fields = Object.entries(step.key).map(([name, value]) => `${name}=${plain(value)}`)
  return `[${fields.join(',')}]`
}

// Quotes only where the text could be read in another way.
function plain(value: Json): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : printJson(value)
}
