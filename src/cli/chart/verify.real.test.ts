import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { filesFolder, layOut } from '../../../test/conformance/provenance/helm.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'

let home: HelmHome
beforeAll(async () => {
  home = await makeHelmHome()
  layOut({ name: '', prov: 'rsa.prov', keyring: 'rsa.gpg' }, home.folder)
  mkdirSync(join(home.folder, 'folder.tgz'))
  writeFileSync(join(home.folder, 'chart.yaml'), '')
  writeFileSync(join(home.folder, 'unsigned.tgz'), '')
})
afterAll(() => home.remove())

const ring = join(filesFolder, 'rsa.gpg')

test.each([
  ['what is signed', ['demo-0.1.0.tgz', '--keyring', ring]],
  ['a chart that is not there', ['none.tgz', '--keyring', ring]],
  ['a folder', ['folder.tgz', '--keyring', ring]],
  ['a file of another kind', ['chart.yaml', '--keyring', ring]],
  ['a chart without provenance file', ['unsigned.tgz', '--keyring', ring]],
  ['a keyring that is not there', ['demo-0.1.0.tgz', '--keyring', 'none.gpg']],
  ['no keyring of one’s own', ['demo-0.1.0.tgz']],
] as const)('says the same as helm verify of %s', async (_, [file, ...flags]) => {
  const words = ['verify', join(home.folder, file), ...flags]
  const [helm, ours] = [await home.helm(findOracle('helm4'), words), await home.ours(words)]
  expect(ours).toEqual({ ...helm, stderr: helm.stderr.replace(/^Error: /, 'error: ') })
})

test('verifies a chart that helm pushed with its provenance file', async () => {
  const registry = await startTemporaryRegistry()
  const { host } = new URL(registry.url)
  const chart = join(home.folder, 'demo-0.1.0.tgz')
  const push = ['push', chart, `oci://${host}/charts`, '--plain-http']
  const pushed = await home.helm(findOracle('helm4'), push)
  const signed = await home.ours(['verify', chart, '--keyring', ring])
  const pulled = await home.ours(['verify', `oci://${host}/charts/demo`, '--keyring', ring])
  await registry.stop()
  expect(pushed).toMatchObject({ exitCode: 0 })
  expect(pulled).toEqual(signed)
})
