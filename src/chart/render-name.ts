import { TypedMap } from '../formats/value.ts'
import { renderTemplates } from '../template/engine.ts'
import type { Draws } from '../template/func.ts'
import { helmFunctions } from '../template/functions/helm-functions.ts'

/** The release name that --name-template makes. */
export function renderName(text: string, draws: Draws): string {
  const name = 'name-template'
  const data = new TypedMap('map[string]interface {}', [])
  const templates = [{ name, text, data, basePath: '' }]
  return renderTemplates({ templates, funcs: helmFunctions, draws }).files.get(name) ?? ''
}
