import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadFiles } from '../../chart/load/load.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { compressPackage } from '../../chart/node/write-package.ts'
import { packageChart } from '../../chart/package/package-chart.ts'
import { ExpansionError } from '../errors.ts'

export interface InitOptions {
  readonly folder: string
  readonly name: string
  readonly version: string
}

/** Writes an example of a package that works as it is, into a folder that is empty or not there. */
export async function initPackage({
  folder,
  name,
  version,
}: InitOptions): Promise<readonly string[]> {
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0) {
    throw new ExpansionError('bad-package', `${folder} is not empty: nothing in it is overwritten`)
  }
  const files = exampleFiles(name, version)
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
    if (path.startsWith('hooks/')) await chmod(target, 0o755)
  }
  return Object.keys(files)
}

function exampleFiles(name: string, version: string): Record<string, string | Uint8Array> {
  return {
    'expansion.yaml': `# The content of the package: everything in these folders is listed here.
expansion_name: ${name}
expansion_version: ${version}
charts:
  - expansion/hello-0.1.0.tgz
# Images by name; \`outrigger expansion build\` pulls those that are not in images/ yet, and
# --find-images adds those that the charts could run.
images: []
files:
  - etc/sysctl.d/90-${name}.conf
  # With render: true, {{ }} is filled in with values.yaml and facts of the site.
  - path: etc/${name}/site.conf
    render: true
hooks:
  - pre-install
applications:
  - hello.yaml
manifests:
  - namespace.yaml
# Names are in docs/spec/site-vocabulary.md; \`outrigger expansion check\` knows them.
installer_skip_steps: []
create_cluster_skip_conditions: []
create_cluster_delegate_conditions: []
`,
    'values.yaml': `# global is for every chart, charts.NAME for one.
global:
  zone: north
charts:
  hello:
    greeting: hello
`,
    'charts/expansion/hello-0.1.0.tgz': helloChart(),
    [`files/etc/sysctl.d/90-${name}.conf`]: 'vm.max_map_count = 262144\n',
    [`files/etc/${name}/site.conf`]: 'zone = {{ .Values.global.zone }}\n',
    'hooks/pre-install': '#!/bin/sh\nset -eu\necho "before the installation"\n',
    'applications/hello.yaml': `apiVersion: outrigger.dev/v1alpha1
kind: Plugin
metadata:
  name: hello
spec:
  repo: expansion
  name: hello
  version: 0.1.0
  targetNamespace: ${name}
`,
    'manifests/namespace.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  version: "${version}"
`,
  }
}

function helloChart(): Uint8Array {
  const files = {
    'Chart.yaml': 'apiVersion: v2\nname: hello\nversion: 0.1.0\n',
    'values.yaml': 'greeting: hello\n',
    'templates/config.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\ndata:\n  greeting: {{ .Values.greeting | quote }}\n  zone: {{ .Values.global.zone | default "" | quote }}\n',
  }
  const chart = loadFiles(
    Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) })),
    gunzip,
  )
  return compressPackage(packageChart(chart).tar)
}
