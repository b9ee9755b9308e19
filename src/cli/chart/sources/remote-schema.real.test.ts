import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOracle } from '../../../../test/oracles/find.ts'
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../../../test/registry/scripted-server.ts'
import { type HelmHome, makeHelmHome } from '../../../../test/cli/temporary-helm-home.ts'

const documents: Readonly<Record<string, string>> = {
  '/port.json': '{"$defs": {"port": {"$ref": "number.json"}, "unused": {"$ref": "gone.json"}}}',
  '/number.json': '{"type": "integer", "minimum": 1}',
  '/broken.json': '<html>',
}

let server: ScriptedServer
let home: HelmHome
beforeAll(async () => {
  server = await startScriptedServer(({ path }, response) => {
    const found = documents[path]
    response.writeHead(found === undefined ? 404 : 200).end(found ?? '')
  })
  home = await makeHelmHome()
})
afterAll(async () => {
  await server.stop()
  await home.remove()
})

async function writeChart(name: string, reference: string): Promise<string> {
  const folder = join(home.folder, name)
  await mkdir(join(folder, 'templates'), { recursive: true })
  const schema = { properties: { port: { $ref: reference } } }
  await writeFile(join(folder, 'Chart.yaml'), `{apiVersion: v2, name: ${name}, version: 1.0.0}`)
  await writeFile(join(folder, 'values.schema.json'), JSON.stringify(schema))
  await writeFile(join(folder, 'templates', 'a.yaml'), 'port: {{ .Values.port }}\n')
  return folder
}

describe('helm and we agree', () => {
  test.each([
    { name: 'fits', reference: '/port.json#/$defs/port', port: '80' },
    { name: 'does-not-fit', reference: '/port.json#/$defs/port', port: 'web' },
    { name: 'too-small', reference: '/number.json', port: '0' },
    { name: 'no-such-pointer', reference: '/port.json#/$defs/other', port: '80' },
    { name: 'no-json', reference: '/broken.json', port: '80' },
  ])('about values where the schema of the chart $name', async ({ name, reference, port }) => {
    const folder = await writeChart(name, `${server.url}${reference}`)
    const words = ['template', 'web', folder, '--set', `port=${port}`]
    const theirs = await home.helm(findOracle('helm4'), words)
    const ours = await home.ours([...words, '--allow-address', server.url])
    expect([ours.exitCode, ours.stdout, plainError(ours.stderr)]).toEqual([
      theirs.exitCode,
      theirs.stdout,
      plainError(theirs.stderr),
    ])
  })
})

function plainError(stderr: string): string {
  return stderr.replace(/^error: /i, '').trim()
}
