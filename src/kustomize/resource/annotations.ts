// Annotations that a build uses to remember things; none of them is printed.

const domain = 'internal.config.kubernetes.io'

export const previousKinds = `${domain}/previousKinds`
export const previousNames = `${domain}/previousNames`
export const previousNamespaces = `${domain}/previousNamespaces`
export const prefixes = `${domain}/prefixes`
export const suffixes = `${domain}/suffixes`
export const generatorBehavior = `${domain}/generatorBehavior`
export const needsHashSuffix = `${domain}/needsHashSuffix`
export const allowNameChange = `${domain}/allowNameChange`
export const allowKindChange = `${domain}/allowKindChange`
export const helmGenerated = `${domain}/helm-generated`
export const origin = 'config.kubernetes.io/origin'
export const transformations = 'alpha.config.kubernetes.io/transformations'
export const localConfig = 'config.kubernetes.io/local-config'

export const enabled = 'enabled'

/** The annotations that are taken off before an object is printed. */
export const buildAnnotations: readonly string[] = [
  previousKinds,
  previousNames,
  prefixes,
  suffixes,
  previousNamespaces,
  allowNameChange,
  allowKindChange,
  `${domain}/refBy`,
  generatorBehavior,
  needsHashSuffix,
  `${domain}/path`,
  `${domain}/index`,
  `${domain}/seqindent`,
  `${domain}/id`,
  `${domain}/annotations-migration-resource-id`,
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
  'config.k8s.io/id',
  helmGenerated,
]

/** Whether a JSON patch leaves an annotation as it is. */
export function isInternal(key: string): boolean {
  return (
    key.startsWith(`${domain}/`) ||
    key === 'config.kubernetes.io/path' ||
    key === 'config.kubernetes.io/index' ||
    key === 'config.k8s.io/id'
  )
}
