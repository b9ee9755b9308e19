import { createHash } from 'node:crypto'
import { build } from 'esbuild'
import { groupParts } from './group-parts.ts'
import type { Parts } from './part.ts'
import { partFunction } from './part-function.ts'

/**
 * The files of a program, by path, made from the parts that it was split into. They are CommonJS: importing
 * one of Node's modules into an ES module makes Node collect everything that it can give, which for
 * node:crypto and node:http takes longer than a short command.
 */
export async function writeProgram(
  parts: Parts,
  entry: string,
): Promise<ReadonlyMap<string, string>> {
  const files = groupParts(parts, entry)
  const functions = new Map<string, string>()
  const late = new Set([...parts.values()].filter(({ isLate }) => isLate).map(({ name }) => name))
  for (const [name, file] of files) {
    const part = parts.get(name)
    if (part === undefined) throw new Error(`there is no part ${name}`)
    // Only the entry may wait for something before it is there.
    // A late part wants its imports at once: its inner loops should not ask again and again.
    const text = partFunction(part, {
      kind: name === entry ? 'async' : 'at once',
      ...(!part.isLate && { late }),
    })
    functions.set(file, `${functions.get(file) ?? ''}${JSON.stringify(name)}:${text},\n`)
  }
  const texts = Array.from(functions, ([file, text]): [string, string] => [
    `parts/${file}.js`,
    `"use strict";module.exports={\n${text}}\n`,
  ])
  return new Map([
    [`${entry}.js`, await loaderText(entry, files, digestOf(texts))],
    ['package.json', '{"type":"commonjs"}\n'],
    ...texts,
  ])
}

/** The oldest Node that runs the program, as `engines` in package.json says. */
const oldestNode = 24

/** Ends the program on an older Node before anything of it runs. */
const checkNode = `if(parseInt(process.versions.node,10)<${oldestNode}){
console.error("error: outrigger needs Node ${oldestNode} or later, and "+process.execPath+" is "+process.version+"; install a newer Node or put it first in PATH");
process.exit(1)}`

async function loaderText(
  entry: string,
  files: ReadonlyMap<string, string>,
  digest: string,
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/loader.ts`],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // An older Node has to read the file before it can be told that it is too old.
    target: 'node12',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: `#!/usr/bin/env node\n${checkNode}` },
    define: {
      PART_FILES: JSON.stringify(Object.fromEntries(files)),
      ENTRY_PART: JSON.stringify(entry),
      CODE_DIGEST: JSON.stringify(digest),
    },
    write: false,
    logLevel: 'warning',
  })
  return outputFiles.map(({ text }) => text).join('')
}

function digestOf(texts: readonly (readonly [path: string, text: string])[]): string {
  const hash = createHash('sha256')
  for (const [path, text] of texts) hash.update(`${path}\n${text}\n`)
  return hash.digest('hex').slice(0, 16)
}
