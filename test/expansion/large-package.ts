import { createHash } from 'node:crypto'
import { type TestFiles, testChart, testLayout } from '../../src/expansion/package-for-test.ts'

const charts = 20
const images = 60

/** The names of the images of the package. */
export const imageNames = Array.from({ length: images }, (_, at) => `docker.io/demo/app-${at}:v1`)

/** A package of twenty charts, sixty images, files, hooks, provider files and applications; each update changes three images. */
export function largePackage(update: number, layerBytes: number): TestFiles {
  const names = Array.from({ length: charts }, (_, at) => `chart-${at}`)
  const groups = ['public', 'expansion', 'custom']
  const chartPaths = names.map((name, at) => `${groups[at % 3]}/${name}-1.0.0.tgz`)
  const files: Record<string, string | Uint8Array> = {}
  for (const [at, path] of chartPaths.entries()) {
    files[`charts/${path}`] = testChart(names[at] ?? '', '1.0.0', imageNames[at])
  }
  for (let at = 0; at < 5; at++) files[`files/etc/demo/${at}.conf`] = `value = ${at}\n`
  files['files/opt/PreInstall'] = '#!/bin/sh\necho {{ .Values.global.zone }}\n'
  files['hooks/pre-install'] = '#!/bin/sh\n'
  files['hooks/post-install'] = '#!/bin/sh\n'
  files['provider/baremetal/conf/docker.json'] = '{}\n'
  const applications = names.slice(0, 10).map((name, at) => {
    files[`applications/${name}.yaml`] = applicationText(name, groups[at % 3] ?? '')
    return `${name}.yaml`
  })
  files['values.yaml'] = 'global:\n  zone: north\n'
  files['expansion.yaml'] = [
    'expansion_name: large',
    `expansion_version: 1.${update}.0`,
    ...listText('charts', chartPaths),
    ...listText('images', imageNames),
    ...listText(
      'files',
      Array.from({ length: 5 }, (_, at) => `etc/demo/${at}.conf`),
    ),
    '  - path: opt/PreInstall',
    '    render: true',
    ...listText('hooks', ['pre-install', 'post-install']),
    ...listText('provider', ['baremetal/conf/docker.json']),
    ...listText('applications', applications),
    '',
  ].join('\n')
  const versionOf = (image: string) => {
    const at = imageNames.indexOf(image)
    return at < update * 3 ? Math.floor(at / 3) + 1 : 0
  }
  const layerOf = (image: string) => noise(`${image} ${versionOf(image)}`, layerBytes)
  return { ...files, ...testLayout(imageNames, layerOf) }
}

function listText(key: string, items: readonly string[]): readonly string[] {
  return [`${key}:`, ...items.map((item) => `  - ${item}`)]
}

function applicationText(name: string, group: string): string {
  return `apiVersion: outrigger.dev/v1alpha1
kind: Plugin
metadata:
  name: ${name}
spec:
  repo: ${group}
  name: ${name}
  version: 1.0.0
  targetNamespace: demo
`
}

/** Bytes that do not compress, the same for the same seed. */
function noise(seed: string, length: number): Uint8Array {
  return createHash('shake256', { outputLength: length }).update(seed).digest()
}
