import { TypedMap } from '../../formats/value.ts'
import { RenderError } from '../../template/errors.ts'
import { renderTemplates } from '../../template/engine.ts'
import type { Entropy } from '../../template/func.ts'
import { helmFunctions } from '../../template/functions/helm-functions.ts'
import { ChartError } from '../errors.ts'

/** The release name that --name-template makes. */
export function renderName(text: string, entropy: Entropy): string {
  const name = 'name-template'
  const data = new TypedMap('map[string]interface {}', [])
  const templates = [{ name, text, data, basePath: '' }]
  try {
    return renderTemplates({ templates, funcs: helmFunctions, entropy }).files.get(name) ?? ''
  } catch (error) {
    if (!(error instanceof RenderError && error.cause instanceof Error)) throw error
    // Helm's engine has no part in this, nor have its texts: the error is text/template's own.
    const text = error.cause.message.replace(/HELM_ERR_(?:START|END)/g, '')
    throw new ChartError('values', text, { cause: error })
  }
}
