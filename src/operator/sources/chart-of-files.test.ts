import { expect, test } from 'vitest'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { renderChart } from '../../chart/render/render.ts'
import { toBytes } from '../../formats/go-string.ts'
import { readYamlMap } from '../../formats/yaml/read.ts'
import { clusterCapabilities } from '../../chart/capabilities.ts'
import { chartOfFiles } from './chart-of-files.ts'

type Folder = Readonly<Record<string, string>>

function render(folder: Folder, values: string): Readonly<Record<string, string>> {
  const files = Object.entries(folder).map(([name, text]) => ({ name, data: toBytes(text) }))
  const chart = chartOfFiles({ kind: 'files', files }, 'template', 'vip')
  const { manifests } = renderChart(chart, {
    values: readYamlMap(values),
    release: { name: 'vip', namespace: 'kube-system', revision: 1, isUpgrade: false },
    capabilities: clusterCapabilities('v1.36.3', []),
    entropy: nodeEntropy(),
    warn: () => {},
  })
  return Object.fromEntries(manifests.map(({ path, text }) => [path, text]))
}

const pod = 'kind: Pod\nmetadata: {name: vip}\nspec: {image: {{ .Image }}}'
const filesAt = 'vip/templates/outrigger-files.yaml'

test.each<{ name: string; folder: Folder; values: string; expected: Folder }>([
  {
    name: 'finds options at the top',
    folder: { 'pod.yaml': pod },
    values: 'Image: vip:1',
    expected: {
      'vip/templates/pod.yaml': 'kind: Pod\nmetadata: {name: vip}\nspec: {image: vip:1}',
    },
  },
  {
    name: 'reads documents that are indented as a whole',
    folder: {
      'a.yaml': '  kind: Pod\n  metadata: {name: a}\n---\n  kind: Pod\n  metadata: {name: b}\n',
    },
    values: '{}',
    expected: {
      'vip/templates/a.yaml': '#\n  kind: Pod\n  metadata: {name: b}\n',
    },
  },
  {
    name: 'finds the same under .Values',
    folder: { 'pod.yaml': pod.replace('.Image', '.Values.Image') },
    values: 'Image: vip:1',
    expected: {
      'vip/templates/pod.yaml': 'kind: Pod\nmetadata: {name: vip}\nspec: {image: vip:1}',
    },
  },
  {
    name: 'keeps the names of Helm its own',
    folder: { 'pod.yaml': 'kind: Pod\nmetadata: {name: {{ .Release.Name }}}' },
    values: 'Release: {Name: other}',
    expected: { 'vip/templates/pod.yaml': 'kind: Pod\nmetadata: {name: vip}' },
  },
  {
    name: 'renders other files into a ConfigMap',
    folder: { 'vip.conf': 'interface {{ .Interface }}\n', 'README.md': '{{ .NotForUs }}' },
    values: 'Interface: eth0',
    expected: {
      [filesAt]: `apiVersion: v1
kind: ConfigMap
metadata:
  name: vip-files
  namespace: kube-system
data:
  "vip.conf": "interface eth0\\n"
`,
    },
  },
  {
    name: 'leaves files to a template that asks for them',
    folder: {
      'vip.conf': 'interface {{ .Interface }}',
      'config.yaml': 'kind: ConfigMap\ndata: {conf: {{ tpl (.Files.Get "vip.conf") . | quote }}}',
    },
    values: 'Interface: eth0',
    expected: {
      'vip/templates/config.yaml': 'kind: ConfigMap\ndata: {conf: "interface eth0"}',
    },
  },
  {
    name: 'hands over no file without a template in it',
    folder: { 'pod.yaml': 'kind: Pod', 'run.sh': 'echo $HOME' },
    values: '',
    expected: { 'vip/templates/pod.yaml': 'kind: Pod' },
  },
])('a folder of templates $name', ({ folder, values, expected }) => {
  expect(render(folder, values)).toEqual(expected)
})
