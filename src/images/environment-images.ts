import { type Json, isJsonList } from '../objects/json.ts'
import { textAt } from '../objects/kube-object.ts'
import {
  type Findings,
  type FoundImage,
  type FoundPart,
  type ImagePath,
  wholeSlot,
} from './found-image.ts'
import type { Finder } from './finder.ts'
import { listedImages, namedImage, namedPart } from './named-image.ts'
import { splitNames } from './split-names.ts'
import { flagMeaning } from './tables/image-table.ts'

interface Variable {
  readonly name: string
  readonly text: string
  readonly path: ImagePath
}

/** The images that variables of a container name: whole, as lists, as JSON or YAML, or split over several of them. */
export function environmentImages(
  environment: Json | undefined,
  path: ImagePath,
  finder: Finder,
): Findings {
  if (!isJsonList(environment)) return { images: [], parts: [] }
  const variables = environment.flatMap((one, at): Variable[] => {
    const text = textAt(one, ['value'])
    return text === '' ? [] : [{ name: textAt(one, ['name']), text, path: [...path, at, 'value'] }]
  })
  return variableImages(variables, finder)
}

/** The images of names with texts: variables, or keys of a file that a program reads as such. */
export function variableImages(variables: readonly Variable[], finder: Finder): Findings {
  const split = splitNames(
    variables.map(({ name, text, path }) => ({ name, text, slot: wholeSlot(path, text) })),
  )
  const used = new Set(split.flatMap(({ slots }) => Object.values(slots).map(({ path }) => path)))
  const { table } = finder
  const rest = variables.filter(
    ({ name, path }) => !used.has(path) && flagMeaning(table, name) !== 'never',
  )
  const parts = rest.flatMap(({ name, text, path }): FoundPart[] => {
    const part = namedPart(text, name, wholeSlot(path, text), table)
    return part === undefined ? [] : [part]
  })
  const others = rest.filter(({ name }) => flagMeaning(table, name) !== 'registry')
  const images = others.flatMap((variable) => oneVariable(variable, finder))
  return { images: [...split, ...images], parts }
}

function oneVariable({ name, text, path }: Variable, finder: Finder): readonly FoundImage[] {
  const whole = namedImage(text, name, path, finder.table)
  if (whole !== undefined) return [whole]
  const listed = listedImages(text, name, path)
  if (listed.length > 0) return listed
  return isStructured(text) ? finder.inText(text, path, name) : []
}

/** Whether a text may be JSON, or YAML or lines. */
export function isStructured(text: string): boolean {
  return /^\s*[[{]|\n/.test(text)
}
