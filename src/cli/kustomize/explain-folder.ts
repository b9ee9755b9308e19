import { KustomizeError } from '../../kustomize/errors.ts'
import {
  type ExplainedObject,
  type ExplainedStep,
  explainBuild,
  findExplained,
} from '../../kustomize/explain.ts'
import { parseKeys } from '../../chart/explain/field-keys.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'
import { withLoader } from './build-folder.ts'

export interface ExplainRequest {
  readonly folder: string
  readonly connection: Connection
  /** `Kind/name:field`, or undefined for all objects. */
  readonly path: string | undefined
  readonly output: 'text' | 'json'
}

/** Says which file an object of a kustomization comes from, and which steps changed it or one of its fields. */
export async function explainFolder(
  { folder, connection, path, output }: ExplainRequest,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<string> {
  const [, reference = '', field = ''] = /^([^:]*)(?::(.*))?$/s.exec(path ?? '') ?? []
  const keys = parseKeys(field)
  try {
    const objects = await withLoader(
      { target: folder, connection },
      context,
      (loader, options) => explainBuild(loader, options, keys),
      signal,
    )
    const told = path === undefined ? objects : [findExplained(objects, reference)]
    if (output === 'json') return `${JSON.stringify({ objects: told }, undefined, 2)}\n`
    return told.map((object) => objectText(object, field)).join('\n')
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error
    throw new PlainError(error.message, { cause: error })
  }
}

function objectText({ kind, name, from, steps }: ExplainedObject, field: string): string {
  const head = `${kind}/${name}, from ${from}`
  if (field === '') return lines([head, ...steps.map((step) => `  changed by ${stepText(step)}`)])
  if (steps.length === 0) return lines([head, `  ${field} is not there`])
  return lines([head, ...steps.map((step) => `  ${field}: ${fieldText(step, from)}`)])
}

function fieldText(step: ExplainedStep, from: string): string {
  const value = step.value?.trimEnd() ?? 'taken away'
  const shown = value.includes('\n') ? `\n    ${value.replaceAll('\n', '\n    ')}\n   ` : value
  return `${shown}  by ${step.file === '' && step.by === 'resources' ? from : stepText(step)}`
}

function stepText({ file, by }: ExplainedStep): string {
  return file === '' ? 'hashes of names, references to names, and vars' : `${file} (${by})`
}

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`
}
