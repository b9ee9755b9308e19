import { contractFile, pageLayers } from '../layers.ts'
import type { Report, Rule } from '../rule.ts'
import { type Link, type SourceFile, type Tree, folderOf } from '../tree.ts'

/** Of server/ the page uses the types of the contract and nothing else. */
export const contractTypes: Rule = {
  name: 'ui-contract-types',
  check: (tree) =>
    eachPageLink(tree, 'src/server/', ({ target, link }) => {
      if (target === contractFile && link.typesOnly) return undefined
      return `ui may import the types of ${contractFile} only, with import type; found ${target}`
    }),
}

/** Inside ui/, app is above features, features above components and api. */
export const pageLists: Rule = {
  name: 'ui-import-list',
  check: (tree) => [
    ...unknownFolders(tree),
    ...eachPageLink(tree, 'ui/', ({ file, target }) => {
      const from = pageFolder(file.path)
      const to = pageFolder(target)
      // The entry beside the folders starts the app; nothing imports it.
      if (from === undefined)
        return to === 'app' ? undefined : `the entry imports app; found ${target}`
      if (to === undefined) return `${target} is the entry of the page and is imported by nobody`
      const allowed = pageLayers[from] ?? []
      if (from === to || allowed.includes(to) || !(from in pageLayers)) return undefined
      return `${from} may import ${allowed.join(', ') || 'nothing'} of ui; found ${target}`
    }),
  ],
}

/** A feature does not know that there are others. */
export const featuresApart: Rule = {
  name: 'ui-features-apart',
  check: (tree) =>
    eachPageLink(tree, 'ui/features/', ({ file, target }) => {
      const [, from, noun] = file.path.split('/')
      if (from !== 'features' || target.split('/')[2] === noun) return undefined
      return `the feature ${noun ?? ''} may not import another one; found ${target}`
    }),
}

interface PageLink {
  readonly file: SourceFile
  readonly target: string
  readonly link: Link
}

function eachPageLink(
  tree: Tree,
  below: string,
  problemOf: (found: PageLink) => string | undefined,
): readonly Report[] {
  const page = [...tree.files.values()].filter(({ path }) => path.startsWith('ui/'))
  return page.flatMap((file) =>
    file.links.flatMap((link) => {
      if (link.to.kind !== 'file' || !link.to.file.startsWith(below)) return []
      const problem = problemOf({ file, target: link.to.file, link })
      return problem === undefined
        ? []
        : [{ file: file.path, message: `line ${link.line}: ${problem}` }]
    }),
  )
}

function unknownFolders(tree: Tree): readonly Report[] {
  const folders = [...tree.files.keys()].filter((path) => path.startsWith('ui/')).map(pageFolder)
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined && !(folder in pageLayers))
    .map((folder) => ({
      file: `ui/${folder ?? ''}/`,
      message: `ui has the folders ${Object.keys(pageLayers).join(', ')}; found ${folder ?? ''}`,
    }))
}

function pageFolder(path: string): string | undefined {
  return path.split('/').length > 2 ? folderOf(path) : undefined
}
