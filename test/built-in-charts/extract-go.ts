/** Reads files of a checkout: the text of each Go file (no tests) in a folder. */
export type ReadFolder = (folder: string) => Promise<readonly string[]>

/** A package of the module, by its folder, and a text whose words are the names that are wanted of it. */
export interface Start {
  readonly folder: string
  readonly words: string
}

interface Declaration {
  readonly names: readonly string[]
  readonly text: string
}

interface GoPackage {
  readonly name: string
  readonly imports: ReadonlyMap<string, string>
  readonly declarations: readonly Declaration[]
}

/**
 * Takes those declarations out of Go packages of one module that some names reach, through its other packages too: the rest, with all that it
 * imports, need not be there to compile them. The declaration of `without` is left out. Yields the text of one file per package folder.
 */
export async function extractGo(
  read: ReadFolder,
  module: string,
  starts: readonly Start[],
  without: string,
): Promise<ReadonlyMap<string, string>> {
  const packages = new Map<string, GoPackage>()
  const taken = new Map<string, Set<Declaration>>()
  const open = [...starts]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { folder, words } = next
    const found = packages.get(folder) ?? readPackage(await read(folder))
    packages.set(folder, found)
    const own = taken.get(folder) ?? new Set()
    taken.set(folder, own)
    const wanted = new Set(words.match(/\w+/g))
    for (const declaration of found.declarations) {
      if (own.has(declaration) || !declaration.names.some((name) => wanted.has(name))) continue
      if (declaration.names.includes(without)) continue
      own.add(declaration)
      open.push({ folder, words: declaration.text })
    }
    for (const [alias, path] of found.imports) {
      if (!path.startsWith(`${module}/`)) continue
      const used = [...words.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))]
      const names = used.map(([, name = '']) => name).join(' ')
      if (names !== '') open.push({ folder: path.slice(module.length + 1), words: names })
    }
  }
  return new Map(
    [...taken].flatMap(([folder, own]) => {
      const found = packages.get(folder)
      return found === undefined ? [] : [[folder, fileOf(found, own)] as const]
    }),
  )
}

function fileOf({ name, imports, declarations }: GoPackage, own: ReadonlySet<Declaration>): string {
  const text = declarations.filter((one) => own.has(one)).map((one) => one.text)
  const body = text.join('\n\n')
  const code = body.replaceAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/.*$/gm, '')
  const lines = [...imports]
    .filter(([alias]) => new RegExp(`(?<![\\w.])${alias}\\.`).test(code))
    .map(([alias, path]) => `import ${alias} "${path}"`)
  return `package ${name}\n\n${lines.join('\n')}\n\n${body}\n`
}

function readPackage(texts: readonly string[]): GoPackage {
  const name = /^package (\w+)$/m.exec(texts[0] ?? '')?.[1] ?? 'main'
  return {
    name,
    imports: new Map(texts.flatMap((text) => [...importsOf(text)])),
    declarations: texts.flatMap(declarationsOf),
  }
}

function importsOf(text: string): ReadonlyMap<string, string> {
  const block = /^import \(\n([^)]*)\)/m.exec(text)?.[1] ?? ''
  const found = [...block.matchAll(/^\t(?:(\w+) )?"([^"]+)"/gm)]
  return new Map(
    found.map(([, alias, path = '']) => [alias ?? path.slice(path.lastIndexOf('/') + 1), path]),
  )
}

/** The declarations of a file that gofmt laid out: each begins at the margin, and ends there. */
function declarationsOf(text: string): readonly Declaration[] {
  const found = text.matchAll(
    /^(?:func|type|var|const)\b(?:[^\n]*[^\n({`]$|[^\n]*\{ .* \}$|[^]*?^[)}]$)/gm,
  )
  return [...found].map(([whole]) => ({ names: namesOf(whole), text: whole }))
}

function namesOf(text: string): readonly string[] {
  const one = /^(?:func(?: \([^)]*\))?|type|var|const) (\w+)/.exec(text)?.[1]
  if (one !== undefined) return [one]
  return [...text.matchAll(/^\t(\w+)(?:, (\w+))?/gm)].flatMap(([, ...names]) =>
    names.filter((name) => name !== undefined),
  )
}
