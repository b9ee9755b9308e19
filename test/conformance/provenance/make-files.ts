import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadChart } from '../../../src/chart/node/load-chart.ts'
import { writePackage } from '../../../src/chart/node/write-package.ts'
import { packageChart } from '../../../src/chart/package/package-chart.ts'
import { digestOf } from '../../../src/oci/digest.ts'
import { type Gpg, revokeKey, startGpg } from './gpg.ts'
import { filesFolder } from './helm.ts'

const metadata = 'apiVersion: v2\nname: demo\nversion: 0.1.0\n'

/** Makes the charts, keys and provenance files of all rows with the real gpg and the real helm. */
export function makeFiles(helm: string): void {
  rmSync(filesFolder, { recursive: true, force: true })
  mkdirSync(filesFolder)
  const gpg = startGpg()
  const chart = mkdtempSync(join(tmpdir(), 'outrigger-provenance-'))
  try {
    writeFileSync(join(chart, 'Chart.yaml'), metadata)
    const text = packDemo(chart)
    const { revoked } = makeKeys(gpg)
    signTexts(gpg, text)
    spoilTexts(text)
    revokeKey(gpg, revoked)
    revokeSubkey(gpg, 'revoked-subkey@example.test')
    exportKeys(gpg)
    packWithHelm(helm, gpg, chart)
    packAltered(chart)
  } finally {
    gpg.close()
    rmSync(chart, { recursive: true })
  }
}

/** Writes the chart; returns the text that provenance signs, with a list whose dashes are escaped. */
function packDemo(chart: string): string {
  const path = writePackage(packageChart(loadChart(chart)), filesFolder)
  const sum = digestOf(readFileSync(path))
  return `${metadata}keywords:\n- one\n- two\n\n...\nfiles:\n  demo-0.1.0.tgz: ${sum}\n`
}

function packAltered(chart: string): void {
  writeFileSync(join(chart, 'values.yaml'), 'altered: true\n')
  copyFileSync(writePackage(packageChart(loadChart(chart)), chart), at('altered.tgz'))
}

function makeKeys({ run, makeKey }: Gpg) {
  makeKey('RSA <rsa@example.test>', 'rsa2048', 'sign')
  makeKey('Ed25519 <ed25519@example.test>', 'ed25519', 'sign')
  makeKey('P-256 <p256@example.test>', 'nistp256', 'sign')
  makeKey('Expired <expired@example.test>', 'ed25519', 'sign', '2024-03-01')
  for (const [name, expires] of [
    ['subkey', 'never'],
    ['revoked-subkey', 'never'],
    ['expired-subkey', '2024-03-01'],
  ] as const) {
    const fingerprint = makeKey(`Subkey <${name}@example.test>`, 'ed25519', 'cert')
    run(['--quick-add-key', fingerprint, 'ed25519', 'sign', expires])
  }
  return { revoked: makeKey('Revoked <revoked@example.test>', 'ed25519', 'sign') }
}

function signTexts({ run }: Gpg, text: string): void {
  const sign = (file: string, input: string, names: readonly string[], more: string[] = []) => {
    const users = names.flatMap((name) => ['--local-user', `<${name}@example.test>`])
    const hash = more.includes('--digest-algo') ? [] : ['--digest-algo', 'SHA512']
    const words = [...hash, ...more, ...users, '--clear-sign']
    writeFileSync(at(`${file}.prov`), run(words, { input }))
  }
  const own = ['rsa', 'ed25519', 'p256', 'expired', 'revoked', 'subkey', 'revoked-subkey']
  for (const name of [...own, 'expired-subkey']) sign(name, text, [name])
  sign('two', text, ['rsa', 'ed25519'])
  sign('sha1', text, ['rsa'], ['--digest-algo', 'SHA1'])
  sign('expired-signature', text, ['rsa'], ['--default-sig-expire', '2024-03-01'])
  sign('one-part', text.replace('\n...\n', '\n'), ['rsa'])
  sign('no-files', `${metadata}\n...\nimages: {}\n`, ['rsa'])
  sign('third-part', text.replace('\n...\n', '\n...\nfiles: {}\n...\n'), ['rsa'])
  sign('number', text.replace(/sha256:.*/, '12'), ['rsa'])
}

/** Everything that needs no key: what somebody on the way could do to a file. */
function spoilTexts(text: string): void {
  const spoil = (file: string, from: string, change: (text: string) => string) =>
    writeFileSync(at(`${file}.prov`), change(readFileSync(at(`${from}.prov`), 'utf8')))
  writeFileSync(at('unsigned.prov'), text)
  spoil('altered-text', 'rsa', (prov) => prov.replace('name: demo', 'name: evil'))
  spoil('two-first-altered', 'two', (prov) => prov.replace('name: demo', 'name: evil'))
  spoil('cut', 'rsa', (prov) => prov.slice(0, prov.indexOf('-----END')))
  spoil('garbled', 'rsa', (prov) => prov.replace(/(BEGIN PGP SIGNATURE-----\n\n)...../, '$1AAAAA'))
  spoil('remark', 'rsa', (prov) => prov.replace('Hash: SHA512', 'Hash: SHA512\nComment: trust me'))
  spoil('words', 'rsa', (prov) => `Dear reader,\n\n${prov}\nfarewell\n`)
  spoil('windows', 'rsa', (prov) => prov.replaceAll('\n', '\r\n'))
  spoil('spaces', 'rsa', (prov) => prov.replace('name: demo\n', 'name: demo \t\n'))
}

function revokeSubkey({ run }: Gpg, name: string): void {
  const input = 'key 1\nrevkey\ny\n0\n\ny\nsave\n'
  run(['--command-fd', '0', '--edit-key', name], { input, at: '20240201T000000' })
}

function exportKeys({ run, home }: Gpg): void {
  const own = ['rsa', 'ed25519', 'p256', 'expired', 'revoked', 'subkey', 'revoked-subkey']
  for (const name of [...own, 'expired-subkey']) {
    writeFileSync(at(`${name}.gpg`), run(['--export', `<${name}@example.test>`]))
  }
  const three = ['rsa', 'ed25519', 'p256'].map((name) => readFileSync(at(`${name}.gpg`)))
  writeFileSync(at('many.gpg'), Buffer.concat(three))
  writeFileSync(at('rsa.asc'), run(['--armor', '--export', '<rsa@example.test>']))
  writeFileSync(at('empty.gpg'), '')
  // Its first block is the header, which is all that tells it apart.
  writeFileSync(at('pubring.kbx'), readFileSync(join(home, 'pubring.kbx')).subarray(0, 32))
}

function packWithHelm(helm: string, { run, home }: Gpg, chart: string): void {
  const secret = join(home, 'secret.gpg')
  writeFileSync(secret, run(['--export-secret-keys', '<rsa@example.test>']))
  const key = ['--sign', '--key', 'RSA', '--keyring', secret]
  const result = spawnSync(helm, ['package', chart, '--destination', chart, ...key])
  if (result.status !== 0) throw new Error(`helm package --sign: ${String(result.stderr)}`)
  const made = join(chart, 'demo-0.1.0.tgz')
  copyFileSync(made, at('helm.tgz'))
  copyFileSync(`${made}.prov`, at('helm.prov'))
}

function at(file: string): string {
  return join(filesFolder, file)
}
