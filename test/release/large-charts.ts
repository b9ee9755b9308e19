import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PickedChart } from './pick-charts.ts'

/** Makes two charts past what helm can store: one by its objects, one by the files beside its templates. */
export async function makeLargeCharts(folder: string): Promise<readonly PickedChart[]> {
  return [
    await makeChart(join(folder, 'objects'), 'objects', templateOf(configMaps(8, 300_000))),
    await makeChart(join(folder, 'files'), 'files', {
      ...templateOf(configMaps(1, 100)),
      ...Object.fromEntries(
        Array.from({ length: 4 }, (_, at) => [`files/${at}.txt`, noise(`file ${at}`, 600_000)]),
      ),
    }),
  ]
}

function templateOf(text: string): Readonly<Record<string, string>> {
  return { 'templates/all.yaml': text }
}

async function makeChart(
  path: string,
  id: string,
  files: Readonly<Record<string, string>>,
): Promise<PickedChart> {
  const all = { 'Chart.yaml': `{apiVersion: v2, name: large-${id}, version: 1.0.0}\n`, ...files }
  for (const [name, text] of Object.entries(all)) {
    const file = join(path, name)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text)
  }
  return { id: `large-${id}`, trait: 'plain', path }
}

function configMaps(count: number, size: number): string {
  return Array.from({ length: count }, (_, at) => {
    const changed = '{{ .Values.changed | default false | quote }}'
    const data = `{changed: ${changed}, noise: "${noise(`map ${at}`, size)}"}`
    return `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}-${at}"}\ndata: ${data}\n`
  }).join('')
}

// Bytes that do not get smaller by packing, and are the same every time.
function noise(seed: string, length: number): string {
  const parts: string[] = []
  for (let at = 0; parts.length * 88 < length; at++) {
    parts.push(createHash('sha512').update(`${seed}/${at}`).digest('base64'))
  }
  return parts.join('').slice(0, length)
}
