import { type KubeObject, listAt, readPath, textAt } from '../../src/objects/kube-object.ts'

/** Objects of the soak are asked for a release, or for something that cannot be. */
export type SoakMode = 'good' | 'absent' | 'failing' | 'waiting'

export const modes: readonly SoakMode[] = ['good', 'absent', 'failing', 'waiting']
export const chartName = 'config'

export const template = `{{ if .Values.fails }}{{ fail "as asked" }}{{ end }}
apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {value: {{ .Values.value | quote }}}
`

/** A spec of that mode: the version does not exist, the chart fails, or what is depended on does not exist. */
export function pluginSpec(repo: string, value: number, mode: SoakMode): object {
  const version = mode === 'absent' ? '9.0.0' : '1.0.0'
  const values = { value, fails: mode === 'failing' }
  const dependsOn = mode === 'waiting' ? [{ plugin: 'nobody' }] : []
  return { repo, name: chartName, version, values, dependsOn }
}

/** The mode of an object, by its spec. */
export function modeOf(one: KubeObject): SoakMode {
  if (textAt(one, ['spec', 'version']) === '9.0.0') return 'absent'
  if (readPath(one, ['spec', 'values', 'fails']) === true) return 'failing'
  return listAt(one, ['spec', 'dependsOn']).length > 0 ? 'waiting' : 'good'
}

/** The reasons of work on the way, whatever comes of it. */
const onTheWay = new Set(['Fetching', 'Rendering', 'Installing', 'Upgrading', 'Progressing'])

const own: Readonly<Record<SoakMode, readonly string[]>> = {
  good: [],
  absent: ['SourceNotFound'],
  failing: ['RenderFailed'],
  waiting: ['Waiting'],
}

/** Whether an object of this mode can be not ready for that reason, on the way or at the end. */
export function mayBeUnready(mode: SoakMode, reason: string, when: 'way' | 'end'): boolean {
  return own[mode].includes(reason) || (when === 'way' && onTheWay.has(reason))
}
