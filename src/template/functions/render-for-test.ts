import { TypedMap } from '../../formats/value.ts'
import { renderTemplates } from '../engine.ts'
import { RenderError } from '../errors.ts'
import type { Entropy, FuncMap } from '../func.ts'

const quietEntropy: Entropy = {
  randomBytes: (count) => new Uint8Array(count),
  now: () => 1_600_000_000_000_000_000n,
}

/** The output of a template with these functions; `error: ` and the text where the render fails. */
export function renderText(funcs: FuncMap, text: string, entropy?: Partial<Entropy>): string {
  const name = 'c/templates/a'
  const data = new TypedMap('common.Values', [])
  try {
    const { files } = renderTemplates({
      templates: [{ name, text, data, basePath: 'c/templates' }],
      funcs,
      entropy: { ...quietEntropy, ...entropy },
    })
    return files.get(name) ?? ''
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    return `error: ${error.message.replace(/^[^]*error calling \w+: /, '')}`
  }
}
