// npm run kustomize:tables: writes the tables of src/kustomize/tables again, from the modules that the
// pinned kustomize is built of.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readYaml } from '../../src/formats/yaml/read.ts'
import { encodeJson } from '../../src/formats/json/encode.ts'
import { runCommand } from '../../tools/run-command.ts'
import { findGo } from '../testbed/find-go.ts'
import { schemaTable, type OpenApiBundle } from './schema-table.ts'

const modules = {
  api: 'sigs.k8s.io/kustomize/api@v0.21.2',
  kyaml: 'sigs.k8s.io/kustomize/kyaml@v0.21.2',
}
const constants = 'internal/konfig/builtinpluginconsts'
const bundle = 'openapi/kubernetesapi/data/kubernetes-openapi-union-v1.21.2.bundle-v1.json.gz'
const scopes = /\{APIVersion: "([^"]+)", Kind: "([^"]+)"\}:\s+(true|false)/g

const go = await findGo(process.env, (line) => console.error(line))
await write('field-specs.json', await fieldSpecs(await moduleFolder(modules.api)))
await write('schema.json', await schema(await moduleFolder(modules.kyaml)))

async function moduleFolder(module: string): Promise<string> {
  const args = ['mod', 'download', '-json', module]
  const limits = { output: 'capture', limitSeconds: 300 } as const
  const { ok, output } = await runCommand(go, args, limits)
  const folder = /"Dir": "([^"]+)"/.exec(output)?.[1]
  if (ok && folder !== undefined) return folder
  throw new Error(`"go ${args.join(' ')}" failed: ${output.trim()}`)
}

/** The field specs are YAML texts in Go constants, some of which end with others. */
async function fieldSpecs(folder: string): Promise<string> {
  const texts = new Map<string, string>()
  const sources: string[] = []
  for (const name of await readdir(join(folder, constants)))
    sources.push(await readFile(join(folder, constants, name), 'utf8'))
  const definition = /(\w+)\s*=\s*`([^`]*)`((?:\s*\+\s*\w+)*)/g
  const parts = sources.flatMap((source) => [...source.matchAll(definition)])
  for (const [, name = '', text = ''] of parts) texts.set(name, text)
  const whole = parts
    .filter(([, , text = '']) => /^\n\w+:\n/.test(text))
    .map(([, , text = '', rest = '']) =>
      [text, ...(rest.match(/\w+/g) ?? []).map((name) => texts.get(name) ?? '')].join('\n'),
    )
  return encodeJson(readYaml(whole.join('\n')), { html: false, indent: ' ' })
}

async function schema(folder: string): Promise<string> {
  const read = await readFile(join(folder, bundle))
  const source = await readFile(join(folder, 'openapi/openapi.go'), 'utf8')
  const known = [...source.matchAll(scopes)].map(
    ([, apiVersion, kind, namespaced]) => [`${apiVersion} ${kind}`, namespaced === 'true'] as const,
  )
  const parsed = JSON.parse(gunzipSync(read).toString('utf8')) as OpenApiBundle
  return JSON.stringify({ ...schemaTable(parsed), namespaced: Object.fromEntries(known) })
}

async function write(name: string, text: string): Promise<void> {
  const path = `src/kustomize/tables/${name}`
  await writeFile(new URL(`../../${path}`, import.meta.url), `${text}\n`)
  console.log(`${path}: ${text.length} bytes`)
}
