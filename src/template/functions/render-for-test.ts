import { TypedMap } from '../../formats/value.ts'
import { renderTemplates } from '../engine.ts'
import { RenderError } from '../errors.ts'
import type { Draws, FuncMap } from '../func.ts'

const quietDraws: Draws = {
  randomBytes: (count) => new Uint8Array(count),
  now: () => 1_600_000_000_000_000_000n,
}

/** What a template gives with these functions; `error: ` and the text where the render fails. */
export function renderText(funcs: FuncMap, text: string, draws?: Partial<Draws>): string {
  const name = 'c/templates/a'
  const data = new TypedMap('common.Values', [])
  try {
    const { files } = renderTemplates({
      templates: [{ name, text, data, basePath: 'c/templates' }],
      funcs,
      draws: { ...quietDraws, ...draws },
    })
    return files.get(name) ?? ''
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    return `error: ${error.message.replace(/^[^]*error calling \w+: /, '')}`
  }
}
