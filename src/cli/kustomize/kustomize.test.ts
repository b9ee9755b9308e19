import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { makeRepository, serveGit } from '../../../test/git/git-server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-kustomize-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'
const built = object.replace('name: a', 'name: p-a')

test('builds a folder, and template does so too', async () => {
  write({ 'kustomization.yaml': 'namePrefix: p-\nresources: [a.yaml]\n', 'a.yaml': object })
  const outcome = { exitCode: 0, stdout: built, stderr: '' }
  expect(await runCli(['kustomize', 'build', folder])).toEqual(outcome)
  expect(await runCli(['template', folder])).toEqual(outcome)
})

test('images list names the images of what is built, and of nothing else', async () => {
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: nginx}]}\n'
  write({
    'kustomization.yaml': 'resources: [a.yaml]\nimages: [{name: nginx, newTag: "1.29"}]\n',
    'a.yaml': pod,
    'unused.yaml': pod.replace('nginx', 'busybox'),
  })
  const { stdout, exitCode } = await runCli(['images', 'list', folder, '-o', 'name'])
  expect({ stdout, exitCode }).toEqual({
    stdout: 'image/nginx:1.29\n',
    exitCode: 0,
  })
})

test('explain says where an object comes from, and who changed a field', async () => {
  write({
    'base/kustomization.yaml':
      'resources: [a.yaml]\nconfigMapGenerator: [{name: made, literals: [k=v]}]\n',
    'base/a.yaml': `${object}data: {k: one}\n`,
    'app/kustomization.yaml':
      'resources: [../base]\nnamePrefix: p-\nnamespace: there\npatches: [{path: patch.yaml}]\n',
    'app/patch.yaml': `${object}data: {k: two}\n`,
  })
  const app = join(folder, 'app')
  const all = await runCli(['explain', app])
  expect(all.stderr).toBe('')
  expect(all.stdout).toBe(`ConfigMap/p-a, from ../base/a.yaml
  changed by kustomization.yaml (PatchTransformer)
  changed by kustomization.yaml (NamespaceTransformer)
  changed by kustomization.yaml (PrefixTransformer)

ConfigMap/p-made-bdg947hgcc, from ../base/kustomization.yaml (ConfigMapGenerator)
  changed by kustomization.yaml (NamespaceTransformer)
  changed by kustomization.yaml (PrefixTransformer)
  changed by hashes of names, references to names, and vars
`)
  const field = await runCli(['explain', app, '--path', 'ConfigMap/p-a:data.k'])
  expect(field.stdout).toBe(`ConfigMap/p-a, from ../base/a.yaml
  data.k: one  by ../base/a.yaml
  data.k: two  by kustomization.yaml (PatchTransformer)
`)
  const none = await runCli(['explain', app, '--path', 'ConfigMap/a'])
  expect(none.exitCode).toBe(1)
  expect(none.stderr).toContain(
    'there is no ConfigMap/a; there are ConfigMap/p-a, ConfigMap/p-made-',
  )
})

test('writes a file instead of printing', async () => {
  write({ 'kustomization.yaml': 'namePrefix: p-\nresources: [a.yaml]\n', 'a.yaml': object })
  const file = join(folder, 'out.yaml')
  expect((await runCli(['kustomize', 'build', folder, '-o', file])).stdout).toBe('')
  expect(readFileSync(file, 'utf8')).toBe(built)
})

test('warns of what is out of date and builds it', async () => {
  write({ 'kustomization.yaml': 'commonLabels: {a: b}\nresources: [a.yaml]\n', 'a.yaml': object })
  const { exitCode, stderr } = await runCli(['kustomize', 'build', folder])
  expect(exitCode).toBe(0)
  expect(stderr).toContain("# Warning: 'commonLabels' is deprecated.")
})

test('refuses a file outside unless that is lifted', async () => {
  write({ 'app/kustomization.yaml': 'namePrefix: p-\nresources: [../a.yaml]\n', 'a.yaml': object })
  const app = join(folder, 'app')
  const refused = await runCli(['kustomize', 'build', app])
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('is not in or below')
  const none = ['--load-restrictor', 'LoadRestrictionsNone']
  expect((await runCli(['kustomize', 'build', app, ...none])).stdout).toBe(built)
})

test('refuses a program by name and says so', async () => {
  const plugin = 'apiVersion: example.com/v1\nkind: Mine\nmetadata:\n  name: m\n'
  write({ 'kustomization.yaml': 'transformers: [m.yaml]\n', 'm.yaml': plugin })
  const { exitCode, stderr } = await runCli(['kustomize', 'build', folder])
  expect(exitCode).toBe(1)
  expect(stderr).toContain('external plugins are not run: Mine m (apiVersion example.com/v1)')
})

test('does not ask private addresses that a kustomization names', async () => {
  write({ 'kustomization.yaml': 'resources: ["http://127.0.0.1:9/a.yaml"]\n' })
  const { exitCode, stderr } = await runCli(['kustomize', 'build', folder])
  expect(exitCode).toBe(1)
  expect(stderr).toContain('fetching http://127.0.0.1:9/a.yaml is not allowed')
})

test('takes a base out of a repository that may be asked', async () => {
  const repository = await makeRepository()
  await repository.commit({
    'deploy/kustomization.yaml': 'resources: [../a.yaml]\n',
    'a.yaml': object,
  })
  await repository.commit({
    'deploy/kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: p-\n',
    'deploy/a.yaml': object,
  })
  const server = await serveGit(repository.path)
  try {
    const address = `${server.url}//deploy?ref=main`
    write({ 'kustomization.yaml': `resources: ["${address}"]\n` })
    const allow = ['--allow-address', `http://${server.host}`]
    expect(await runCli(['kustomize', 'build', folder, ...allow])).toEqual({
      exitCode: 0,
      stdout: built,
      stderr: '',
    })
    expect((await runCli(['kustomize', 'build', address, ...allow])).stdout).toBe(built)
    expect((await runCli(['kustomize', 'build', folder])).exitCode).toBe(1)
  } finally {
    await server.stop()
    await repository.stop()
  }
})

test('sets images and keeps the rest of the file', async () => {
  write({ 'kustomization.yaml': '# mine\nresources: [a.yaml]\n' })
  const changed = '# mine\nresources: [a.yaml]\nimages:\n- name: web\n  newTag: "2"\n'
  const dry = await runCli(['kustomize', 'edit-images', folder, 'web:2', '--dry-run'])
  expect(dry.stdout).toBe(changed)
  expect((await runCli(['kustomize', 'edit-images', folder, 'web:2'])).exitCode).toBe(0)
  expect(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')).toBe(changed)
})
