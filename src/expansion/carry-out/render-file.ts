import { capabilitiesOf } from '../../chart/capabilities.ts'
import type { Table } from '../../chart/chart.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { renderChart } from '../../chart/render/render.ts'
import { isTable } from '../../chart/values/table.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import { type JsonObject } from '../../objects/json.ts'
import { printJson } from '../../objects/json-text.ts'
import { ExpansionError } from '../errors.ts'

/** The values that a file of a package can be filled in with. */
export interface FileFacts {
  /** `.Values.global` and `.Values.charts`, the site's over those of the package. */
  readonly global: JsonObject
  readonly charts: Readonly<Record<string, JsonObject>>
  /** `.Values.facts`: what is known of the site. */
  readonly facts: Readonly<Record<string, string>>
}

/** Fills in a file that asked for it, in the language of charts. The same values give the same bytes. */
export function renderFile(path: string, text: string, facts: FileFacts): string {
  const files = [
    { name: 'Chart.yaml', data: Buffer.from('apiVersion: v2\nname: expansion\nversion: 0.0.0\n') },
    // Notes are the one kind of template that need not be YAML.
    { name: 'templates/NOTES.txt', data: Buffer.from(text) },
  ]
  const { global, charts, facts: own } = facts
  const values = decodeJson(printJson({ global, charts, facts: own }), 'map')
  try {
    const rendered = renderChart(loadFiles(files, gunzip), {
      values: isTable(values) ? values : (new Map() as Table),
      release: {
        name: 'expansion',
        namespace: 'default',
        revision: 1,
        isInstall: true,
        isUpgrade: false,
      },
      capabilities: capabilitiesOf(),
      entropy: noEntropy,
      warn: () => {},
    })
    return rendered.notes[0]?.text ?? ''
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ExpansionError('problems', `files/${path} cannot be rendered: ${why}`, { cause })
  }
}

function refuse(): never {
  throw new Error('a file of an expansion has neither random numbers nor the time')
}

const noEntropy = { randomBytes: refuse, now: refuse, generateKey: refuse }
