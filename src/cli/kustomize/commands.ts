import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const kustomizeCommands: readonly CommandEntry[] = [
  {
    path: 'kustomize build',
    summary: 'print the objects of a kustomization as kustomize builds them',
    load: () => import('./build.ts'),
  },
  {
    path: 'kustomize edit-images',
    summary: 'set images in a kustomization file, which keeps its comments',
    load: () => import('./edit-images.ts'),
  },
]
