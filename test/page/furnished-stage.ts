import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChartRepository } from '../operator/chart-repository.ts'
import type { View } from './all-views.ts'
import { offerCharts } from './offer-chart.ts'
import type { Look, Opened, PageStage, StageOptions } from './open-page-stage.ts'

/** Something for every view of a stage. */
export interface Furniture {
  readonly options: StageOptions
  /** Puts it in: a cluster, instances that are ready, one that hangs, one with a long name, a chart with questions. */
  readonly putInto: (stage: PageStage) => Promise<void>
  readonly remove: () => Promise<void>
}

const configMap = `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}"}
data: {colour: {{ .Values.colour | quote }}}
`
const questions = `questions:
- {variable: colour, label: Main colour, type: enum, options: [red, blue], group: Look}
- {variable: border, label: Border, type: string, group: Look}
- {variable: lamp, label: Lamp at the door, type: boolean, group: Door}
`
const longName = 'a-queue-with-a-name-as-long-as-a-team-liked-it'

export async function furniture(): Promise<Furniture> {
  const sites = await mkdtemp(join(tmpdir(), 'outrigger-sites-'))
  await mkdir(join(sites, 'yard'))
  await writeFile(join(sites, 'yard/site.yaml'), 'cluster: {kubeconfig: given}\n')
  await writeFile(join(sites, 'yard/given'), 'apiVersion: v1\n')
  const files = {
    'values.yaml': '# -- the colour of everything\ncolour: red\nborder: ""\nlamp: false\n',
    'questions.yaml': questions,
    'templates/map.yaml': configMap,
  }
  const charts = await ChartRepository.start([{ name: 'shop', version: '1.0.0', files }])
  return {
    options: { allow: ['127.0.0.1'], sites },
    putInto: (stage) => fill(stage, charts.url),
    remove: async () => {
      await charts.stop()
      await rm(sites, { recursive: true, force: true })
    },
  }
}

async function fill(stage: PageStage, url: string): Promise<void> {
  const { outrigger } = stage
  await outrigger('cluster', 'create', 'local', '--in-cluster', '--wait', '-q')
  await offerCharts(stage, url, [{ extension: 'shop', chart: 'shop', versions: ['1.0.0'] }])
  for (const name of ['metrics', 'dns', 'cert-issuer']) await outrigger('instance', 'create', name)
  await outrigger('instance', 'create', longName, '--extension', 'queue')
  for (const name of ['metrics', 'dns']) await outrigger('instance', 'wait', name)
  await outrigger('instance', 'set', 'dns', '--set', 'replicas=3', '--wait', '-q')
  const image = 'image.registry=sandbox.outrigger.dev,image.repository=missing-image'
  await outrigger('instance', 'create', 'local-storage', '--set', image)
}

/** Opens pages for those who look at the views: the administrator, somebody without rights, and a stranger. */
export async function openFor(stage: PageStage, as: View['as'], look?: Look): Promise<Opened> {
  if (as === undefined) return stage.open(look)
  const opened = await stage.openSignedOut(look)
  if (as === 'stranger') return opened
  const { page } = opened
  await page.goto(stage.url)
  await page.getByLabel('Token of the cluster').fill(await stage.tokenOfNobody())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  return opened
}
