import {
  environment,
  environmentImports,
  ioModules,
  listeningImports,
  notPure,
} from '../globals.ts'
import { listenerFile, mainFile, mainFolder, reExportFolder } from '../layers.ts'
import type { Report, Rule } from '../rule.ts'
import type { SourceFile, Tree } from '../tree.ts'

/** Importing a file does nothing; only the main file and worker entries act when they are loaded. */
export const importDoesNothing: Rule = {
  name: 'import-does-nothing',
  check: (tree) => {
    const entries = new Set([mainFile, ...workerEntries(tree)])
    return sources(tree)
      .filter(({ path }) => !entries.has(path))
      .flatMap((file) => [
        ...file.effects.map(({ text, line }) => says(file, line, text)),
        ...file.uses
          .filter(
            (use) => use.atImport && (use.called ? isIn(notPure, use) : environment.has(use.form)),
          )
          .map(({ form, line }) => says(file, line, `a use of ${form}`)),
        ...file.importedCalls
          .filter(({ specifier }) => ioModules.has(specifier))
          .map(({ name, specifier, line }) =>
            says(file, line, `a call of ${name} of ${specifier}`),
          ),
      ])
  },
}

/** Only cli/ reads the environment and the arguments. */
export const environmentInCli: Rule = {
  name: 'environment-in-cli',
  check: (tree) =>
    outsideCli(tree).flatMap((file) => [
      ...file.uses
        .filter(({ form }) => environment.has(form))
        .map(({ form, line }) => at(file, line, `only cli/ reads ${form}; take it as an argument`)),
      ...file.links.flatMap(({ to, names, line }) => {
        const forbidden = to.kind === 'node' ? (environmentImports[to.module] ?? []) : []
        return names
          .filter((name) => forbidden.includes(name))
          .map((name) => at(file, line, `only cli/ reads ${name}; take it as an argument`))
      }),
    ]),
}

/** Sockets are opened to listen in one file, which checks who calls. */
export const oneListener: Rule = {
  name: 'one-listener',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => path !== listenerFile)
      .flatMap((file) =>
        file.links.flatMap(({ to, names, typesOnly, line }) => {
          const listens =
            to.kind === 'node' && !typesOnly ? (listeningImports[to.module] ?? []) : []
          return names
            .filter((name) => name === '*' || listens.includes(name))
            .filter(() => listens.length > 0)
            .map((name) => at(file, line, `${name} of a server; listen through ${listenerFile}`))
        }),
      ),
}

/** The only main is in cli/. */
export const mainInCli: Rule = {
  name: 'main-in-cli',
  check: (tree) =>
    outsideCli(tree).flatMap((file) => [
      ...(file.hashbang ? [at(file, 1, 'a file to be started; only cli/ has a main')] : []),
      ...(/(^|\/)main\.[cm]?ts$/.test(file.path) ? [at(file, 1, 'only cli/ has a main file')] : []),
      ...file.uses
        .filter(({ form }) => form === 'import.meta.main')
        .map(({ line }) => at(file, line, 'asks whether it is the main file; only cli/ has one')),
    ]),
}

/** Only sdk/ passes on what another file defines. */
export const reExportsInSdk: Rule = {
  name: 're-exports-in-sdk',
  check: (tree) =>
    [...tree.files.values()]
      .filter(({ path }) => !path.startsWith(reExportFolder))
      .flatMap((file) =>
        file.reExports.map(({ text, line }) =>
          at(file, line, `re-exports ${text}; let callers import the file that defines it`),
        ),
      ),
}

/** No index files: an import names the file that defines the thing. */
export const noBarrels: Rule = {
  name: 'no-barrels',
  check: (tree) =>
    [...tree.files.values()]
      .filter(({ path }) => /(^|\/)index\.[cm]?[jt]sx?$/.test(path))
      .map((file) => at(file, 1, 'a file is named after what it exports, never index')),
}

/** Exports have names. */
export const namedExports: Rule = {
  name: 'named-exports',
  check: (tree) =>
    [...tree.files.values()]
      .filter(({ path }) => !path.endsWith('.config.ts'))
      .flatMap((file) =>
        file.defaultExports.map(({ line }) => at(file, line, 'a default export; give it a name')),
      ),
}

function workerEntries(tree: Tree): readonly string[] {
  const links = [...tree.files.values()].flatMap((file) => file.links)
  return links.flatMap(({ how, to }) =>
    how === 'worker entry' && to.kind === 'file' ? [to.file] : [],
  )
}

function sources(tree: Tree): readonly SourceFile[] {
  return [...tree.files.values()].filter(({ path }) => path.startsWith('src/'))
}

function outsideCli(tree: Tree): readonly SourceFile[] {
  return sources(tree).filter(({ path }) => !path.startsWith(mainFolder))
}

function isIn(
  table: ReadonlySet<string>,
  use: { readonly name: string; readonly form: string },
): boolean {
  return table.has(use.name) || table.has(use.form)
}

function says(file: SourceFile, line: number, what: string): Report {
  return at(file, line, `${what} runs while the file is imported; move it into a function`)
}

function at(file: SourceFile, line: number, text: string): Report {
  return { file: file.path, message: `line ${line}: ${text}` }
}
