import type { TestProject } from 'vitest/node'
import { builtPage } from './built-page.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the page that all stories look at. */
    readonly builtPage: string
  }
}

/** Builds the page once for all files of stories. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await builtPage()
  project.provide('builtPage', folder)
  return remove
}
