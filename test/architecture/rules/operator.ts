import { operatorLayers } from '../layers.ts'
import type { Report, Rule } from '../rule.ts'
import type { SourceFile, Tree } from '../tree.ts'

const root = 'src/operator/'

/** Inside operator/, kinds are above what they share, and that is above the frame of a pass. */
export const operatorLists: Rule = {
  name: 'operator-import-list',
  check: (tree) => [
    ...unknownFolders(tree),
    ...eachInnerLink(tree, (file, target) => {
      const from = folderIn(file.path)
      const to = folderIn(target)
      if (from === undefined || from === to) return undefined
      if (to === undefined)
        return `${target} puts the parts together and is imported by none of them`
      const allowed = operatorLayers[from] ?? []
      if (allowed.includes(to) || !(from in operatorLayers)) return undefined
      return `${from} may import ${allowed.join(', ') || 'nothing'} of operator; found ${target}`
    }),
  ],
}

/** A kind does not know that there are others: what two of them need is below them. */
export const kindsApart: Rule = {
  name: 'operator-kinds-apart',
  check: (tree) => [
    ...filesOf(tree)
      .filter(({ path }) => folderIn(path) === 'kinds' && kindOf(path) === undefined)
      .map(({ path }) => ({
        file: path,
        message: 'a file of kinds/ is in the folder of its kind',
      })),
    ...eachInnerLink(tree, (file, target) => {
      const from = kindOf(file.path)
      const to = kindOf(target)
      if (from === undefined || to === undefined || from === to) return undefined
      return `the kind ${from} may not import another one: move what both need down; found ${target}`
    }),
  ],
}

function filesOf(tree: Tree): readonly SourceFile[] {
  return [...tree.files.values()].filter(({ path }) => path.startsWith(root))
}

function eachInnerLink(
  tree: Tree,
  problemOf: (file: SourceFile, target: string) => string | undefined,
): readonly Report[] {
  return filesOf(tree).flatMap((file) =>
    file.links.flatMap((link) => {
      if (link.to.kind !== 'file' || !link.to.file.startsWith(root)) return []
      const problem = problemOf(file, link.to.file)
      return problem === undefined
        ? []
        : [{ file: file.path, message: `line ${link.line}: ${problem}` }]
    }),
  )
}

function unknownFolders(tree: Tree): readonly Report[] {
  const known = Object.keys(operatorLayers)
  const found = new Set(filesOf(tree).flatMap(({ path }) => folderIn(path) ?? []))
  return [...found]
    .filter((folder) => !known.includes(folder))
    .map((folder) => ({
      file: `${root}${folder}/`,
      message: `operator has the folders ${known.join(', ')}; found ${folder}`,
    }))
}

/** The folder of operator/ that a file is in; undefined beside the folders. */
function folderIn(path: string): string | undefined {
  const parts = path.slice(root.length).split('/')
  return parts.length > 1 ? parts[0] : undefined
}

function kindOf(path: string): string | undefined {
  const [folder, kind, ...rest] = path.slice(root.length).split('/')
  return folder === 'kinds' && rest.length > 0 ? kind : undefined
}
