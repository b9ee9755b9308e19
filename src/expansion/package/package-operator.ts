import type { ExpansionFile } from '../../kinds/expansion-file.ts'

/** The operator that a package brings for conditions that are delegated to it. */
export type PackageOperator =
  | { readonly is: 'image'; readonly image: string }
  /** A file of the package. */
  | { readonly is: 'program'; readonly path: string }

/** The folder of programs in a package. */
const programFolder = 'operator/'

/** The operator of a package; undefined when it brings none. */
export function operatorOf({
  operator,
}: Pick<ExpansionFile, 'operator'>): PackageOperator | undefined {
  if (operator === undefined) return undefined
  if (operator.startsWith(programFolder)) return { is: 'program', path: operator }
  return { is: 'image', image: operator }
}

/** The images that a package has: those of its list, and its operator when that is one. */
export function imagesOf(content: Pick<ExpansionFile, 'images' | 'operator'>): readonly string[] {
  const operator = operatorOf(content)
  return operator?.is === 'image' ? [...content.images, operator.image] : content.images
}
