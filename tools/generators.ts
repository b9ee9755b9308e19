import { clientTypes } from './client-types.ts'
import { commandPages } from './command-reference.ts'
import { expansionFilesPage, providerFilePage, vocabularyPage } from './expansion-reference.ts'
import { kindFiles, reasonsPage } from './kind-reference.ts'
import { knownImagesModule } from './known-images.ts'
import { openApiFile } from './openapi-reference.ts'
import { rightsPage } from './rights-reference.ts'
import { clusterConditionsPage } from './sequence-reference.ts'

/** A file of the repository that is made from the code and never edited by hand. */
export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string
  readonly content: () => string | Promise<string>
}

/** Every generated file. `npm run generate` writes them, `npm run check` fails when one is stale. */
export const generatedFiles: readonly GeneratedFile[] = [
  ...commandPages,
  ...kindFiles,
  reasonsPage,
  clusterConditionsPage,
  vocabularyPage,
  expansionFilesPage,
  providerFilePage,
  knownImagesModule,
  openApiFile,
  rightsPage,
  clientTypes,
]
