/** The names that a kustomization may have. */
export const kustomizationFileNames: readonly string[] = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
]
