// An index.yaml like the largest public ones: some hundred charts with some hundred versions each,
// in the layout that Helm itself writes. The same text every time.

const chartCount = 130
const topics = ['database', 'cache', 'queue', 'proxy', 'search', 'metrics', 'storage', 'identity']

export interface GenerateOptions {
  /** About how large the text is to be. */
  readonly megabytes: number
}

/** The text in pieces of one version each. */
export function* generateIndex({ megabytes }: GenerateOptions): Generator<string> {
  const versionsPerChart = Math.round((megabytes * 1_000_000) / chartCount / 1557)
  yield 'apiVersion: v1\nentries:\n'
  for (let chart = 0; chart < chartCount; chart++) {
    const topic = topics[chart % topics.length] ?? ''
    const name = `${topic}-${String(chart).padStart(3, '0')}`
    yield `  ${name}:\n`
    for (let age = 0; age < versionsPerChart; age++) {
      yield versionText(name, topic, versionsPerChart - age)
    }
  }
  yield 'generated: "2024-05-01T10:00:00.123456789Z"\n'
}

function versionText(name: string, topic: string, serial: number): string {
  const version = `${Math.floor(serial / 40)}.${Math.floor(serial / 5) % 8}.${serial % 5}`
  const app = `${1 + Math.floor(serial / 60)}.${serial % 60}.0`
  const day = String(1 + (serial % 28)).padStart(2, '0')
  return `  - annotations:
      category: ${topic}
      images: |
        - name: ${name}
          image: registry.example.com/charts/${name}:${app}-debian-12-r${serial % 30}
        - name: ${name}-exporter
          image: registry.example.com/charts/${name}-exporter:0.${serial % 40}.0-debian-12-r1
        - name: os-shell
          image: registry.example.com/charts/os-shell:12-debian-12-r${serial % 50}
      licenses: Apache-2.0
    apiVersion: v2
    appVersion: ${app}
    created: "2024-04-${day}T09:${String(serial % 60).padStart(2, '0')}:35.063413497Z"
    dependencies:
    - condition: cache.enabled
      name: cache
      repository: oci://registry.example.com/charts
      version: 17.x.x
    - name: common
      repository: oci://registry.example.com/charts
      tags:
      - ${topic}-common
      version: 2.x.x
    description: ${name} is a ${topic} that keeps what it is given, gives back what it
      is asked for, and grows with what is put upon it. It runs as one process or as
      many of them, with a primary and replicas.
    digest: ${digestText(name, serial)}
    home: https://charts.example.com
    icon: https://charts.example.com/assets/stacks/${name}/img/${name}-stack-220x234.png
    keywords:
    - ${topic}
    - ${name}
    - cluster
    maintainers:
    - name: Example, Inc. All Rights Reserved.
      url: https://git.example.com/example/charts
    name: ${name}
    sources:
    - https://git.example.com/example/charts/tree/main/example/${name}
    urls:
    - https://charts.example.com/example/${name}-${version}.tgz
    version: ${version}
`
}

// Sixteen rounds of a small generator: hexadecimal digits that do not repeat.
function digestText(name: string, serial: number): string {
  let state = serial * 2654435761 + name.length
  let text = ''
  while (text.length < 64) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    text += state.toString(16).padStart(8, '0')
  }
  return text
}
