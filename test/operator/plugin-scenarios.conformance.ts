import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import type { Schema } from '../../src/kinds/schema/schema.ts'
import { patchObject } from '../../src/kube/patch-object.ts'
import { updateObject } from '../../src/kube/write-object.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../src/objects/kube-object.ts'
import { retryAnnotation } from '../../src/operator/plugin/names.ts'
import { ReleaseStore } from '../../src/release/record/store.ts'
import { ChartRepository } from './chart-repository.ts'
import { OperatorStage, type StageCluster, platform } from './operator-stage.ts'
import { core, definitions } from './resources.ts'

const signal = AbortSignal.timeout(20 * 60_000)
const deployments = { ...core('Deployment'), group: 'apps' }

const config = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data:
  colour: {{ .Values.colour | quote }}
  size: {{ .Values.size | quote }}
  version: {{ .Chart.Version }}
`
const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas | default 0 }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: main, image: "docker.io/library/nginx:1.27"}]}
`
const widgets = (more: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.scenario.example.com}
spec:
  group: scenario.example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}${more}}}}}}
`
const values = 'colour: red\nsize: small\n'
const plugins = `{{- range $name := .Values.plugins }}
---
apiVersion: outrigger.dev/v1alpha1
kind: Plugin
metadata: {name: {{ $name }}}
spec: {repo: {{ $.Values.repo }}, name: {{ $.Values.chart }}, version: {{ $.Values.version | default "1.0.0" }}}
{{- end }}
`

const charts = [
  ...['1.0.0', '1.1.0', '2.0.0'].map((version) => ({
    name: 'config',
    version,
    files: { 'templates/config.yaml': config, 'values.yaml': values },
  })),
  { name: 'web', version: '1.0.0', files: { 'templates/web.yaml': web } },
  {
    name: 'widgets',
    version: '1.0.0',
    files: { 'crds/widgets.yaml': widgets(''), 'templates/c.yaml': config, 'values.yaml': values },
  },
  {
    name: 'widgets',
    version: '1.1.0',
    files: {
      'crds/widgets.yaml': widgets(', b: {type: string}'),
      'templates/c.yaml': config,
      'values.yaml': values,
    },
  },
  {
    name: 'failing',
    version: '1.0.0',
    files: { 'templates/config.yaml': config, 'values.yaml': values },
  },
  {
    name: 'failing',
    version: '2.0.0',
    files: {
      'templates/config.yaml': config,
      'templates/fail.yaml': '{{ fail "no" }}',
      'values.yaml': values,
    },
  },
  { name: 'all-in-one', version: '1.0.0', files: { 'templates/plugins.yaml': plugins } },
]

interface Scene {
  readonly stage: OperatorStage
  readonly repo: string
  readonly data: (name: string, namespace?: string) => Promise<JsonObject | undefined>
}

interface Scenario {
  readonly name: string
  /** The fields of Plugin that it is about, `spec.patches[].patch`. */
  readonly covers: readonly string[]
  readonly play: (scene: Scene) => Promise<void>
}

const scenarios: readonly Scenario[] = [
  {
    name: 'values come from objects in list order, with prefixes, and inline ones go over them',
    covers: [
      'spec.values',
      'spec.valuesFrom',
      'spec.valuesFrom[].kind',
      'spec.valuesFrom[].name',
      'spec.valuesFrom[].key',
      'spec.valuesFrom[].prefix',
      'spec.valuesFrom[].optional',
    ],
    play: async ({ stage, data }) => {
      const chart = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\ndata: {all: {{ toJson .Values | quote }}}\n`
      await mkdir(join(stage.files, 'values'), { recursive: true })
      await writeFile(join(stage.files, 'values', 'a.yaml'), chart)
      const spec = {
        kind: 'template',
        repo: `file://${stage.files}/values`,
        valuesFrom: [
          { kind: 'ConfigMap', name: 'values-a', key: 'values.yaml' },
          { kind: 'Secret', name: 'values-b', prefix: 'global.' },
          { kind: 'ConfigMap', name: 'values-absent', optional: true },
        ],
        values: { colour: 'inline' },
      }
      await stage.plugin('values', spec)
      await stage.ready('values', 'ValuesNotFound')
      await stage.apply(
        core('ConfigMap'),
        named('ConfigMap', 'values-a', { data: { 'values.yaml': 'colour: a\nsize: a\n' } }),
      )
      await stage.apply(
        core('Secret'),
        named('Secret', 'values-b', {
          stringData: { 'registry.host': 'r.example.com', on: 'true' },
        }),
      )
      await stage.ready('values')
      const all = async () => JSON.parse(textAt(await data('values'), ['all'])) as JsonObject
      expect(await all()).toEqual({
        colour: 'inline',
        size: 'a',
        global: { on: true, registry: { host: 'r.example.com' } },
      })
      await stage.apply(
        core('ConfigMap'),
        named('ConfigMap', 'values-a', { data: { 'values.yaml': 'size: changed\n' } }),
      )
      await stage.until('the change arrives', async () => (await all())['size'] === 'changed')
    },
  },
  {
    name: 'values as text keep what the user wrote',
    covers: ['spec.valuesText', 'spec.repo', 'spec.name', 'spec.version', 'spec.kind'],
    play: async ({ stage, repo, data }) => {
      const valuesText = '# mine\ncolour: blue # because\n'
      const spec = { kind: 'helm', repo, name: 'config', version: '1.0.0', valuesText }
      await stage.plugin('text', spec)
      const plugin = await stage.ready('text')
      expect(plugin.spec.valuesText).toBe(valuesText)
      expect(await data('text')).toMatchObject({ colour: 'blue', version: '1.0.0' })
    },
  },
  {
    name: 'a range takes the newest that fits, and a retry looks again',
    covers: ['spec.version', 'spec.interval'],
    play: async ({ stage, repo, data }) => {
      await stage.plugin('range', { repo, name: 'config', version: '>=1.0 <2', interval: '1h' })
      expect((await stage.ready('range')).status.version).toBe('1.1.0')
      const target = { resource: resourceOf(pluginKind), namespace: platform, name: 'range' }
      const patch = { metadata: { annotations: { [retryAnnotation]: 'now' } } }
      await patchObject(stage.client, target, { type: 'merge', patch }, {}, signal)
      await stage.until(
        'the wish is answered',
        async () => (await stage.readPlugin('range'))?.status.retried === 'now',
      )
      expect(await data('range')).toMatchObject({ version: '1.1.0' })
    },
  },
  {
    name: 'templates need no Chart.yaml, and files that are no YAML are files',
    covers: ['spec.kind', 'spec.path'],
    play: async ({ stage, data }) => {
      const folder = join(stage.files, 'templates', 'inner')
      await mkdir(folder, { recursive: true })
      const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\ndata: {conf: {{ tpl (.Files.Get "keepalived.conf") . | quote }}}\n`
      await writeFile(join(folder, 'config.yaml'), text)
      await writeFile(join(folder, 'keepalived.conf'), 'vip {{ .Values.vip }}')
      const repo = `file://${stage.files}/templates`
      await stage.plugin('template', {
        kind: 'template',
        repo,
        path: 'inner',
        values: { vip: '10.0.0.1' },
      })
      await stage.ready('template')
      expect(await data('template')).toEqual({ conf: 'vip 10.0.0.1' })
    },
  },
  {
    name: 'manifests are applied as they are, with other releases of the same name elsewhere',
    covers: ['spec.kind', 'spec.targetNamespace', 'spec.releaseName'],
    play: async ({ stage, data }) => {
      const folder = join(stage.files, 'manifests')
      await mkdir(folder, { recursive: true })
      const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\ndata: {raw: "{{ .not.a.template }}"}\n`
      await writeFile(join(folder, 'config.yaml'), text)
      const spec = {
        kind: 'manifests',
        repo: `file://${folder}`,
        targetNamespace: 'elsewhere',
        releaseName: 'raw',
      }
      await stage.plugin('manifests', spec)
      const { status } = await stage.ready('manifests')
      expect(status).toMatchObject({ releaseName: 'raw', targetNamespace: 'elsewhere' })
      expect(await data('plain', 'elsewhere')).toEqual({ raw: '{{ .not.a.template }}' })
    },
  },
  {
    name: 'a plugin waits for plugins in a version, for kinds and for conditions of objects',
    covers: [
      'spec.dependsOn',
      'spec.dependsOn[].plugin',
      'spec.dependsOn[].version',
      'spec.dependsOn[].apiVersion',
      'spec.dependsOn[].kind',
      'spec.dependsOn[].name',
      'spec.dependsOn[].namespace',
      'spec.dependsOn[].condition',
    ],
    play: async ({ stage, repo }) => {
      const dependsOn = [
        { plugin: 'base', version: '>=2' },
        { apiVersion: 'waiting.example.com/v1', kind: 'Thing' },
        { apiVersion: 'v1', kind: 'ConfigMap', name: 'there', namespace: 'default' },
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'base-web', condition: 'Available' },
      ]
      await stage.plugin('waiting', { repo, name: 'config', version: '1.0.0', dependsOn })
      const first = await stage.ready('waiting', 'Waiting')
      expect(first.status.waitingFor).toHaveLength(4)
      await stage.plugin('base', { repo, name: 'config', version: '1.0.0' })
      await stage.ready('base')
      await stage.until('it says which version it wants', async () => {
        const seen = await stage.readPlugin('waiting')
        return (
          seen?.status.waitingFor?.some((line) => line.includes('>=2, which is 1.0.0')) === true
        )
      })
      await stage.plugin('base', { repo, name: 'config', version: '2.0.0' })
      await stage.plugin('base-web', { repo, name: 'web', version: '1.0.0' })
      await stage.apply(core('ConfigMap'), named('ConfigMap', 'there', {}, 'default'))
      await stage.ready('base-web')
      await stage.apply(definitions, thingDefinition)
      await stage.ready('waiting')
    },
  },
  {
    name: 'a circle is named at once',
    covers: ['spec.dependsOn[].plugin'],
    play: async ({ stage, repo }) => {
      const spec = (plugin: string) => ({
        repo,
        name: 'config',
        version: '1.0.0',
        dependsOn: [{ plugin }],
      })
      await stage.plugin('circle-a', spec('circle-b'))
      await stage.plugin('circle-b', spec('circle-a'))
      const plugin = await stage.ready('circle-b', 'DependencyCycle')
      const message = plugin.status.conditions?.find(({ type }) => type === 'Ready')?.message
      expect(message).toBe(
        `${platform}/circle-b needs ${platform}/circle-a needs ${platform}/circle-b`,
      )
    },
  },
  {
    name: 'dependents protect what they need, and go first',
    covers: ['spec.deletion', 'spec.enabled'],
    play: async ({ stage, repo, data }) => {
      await stage.plugin('needed', { repo, name: 'config', version: '1.0.0' })
      const dependsOn = [{ plugin: 'needed' }]
      await stage.plugin('needing', { repo, name: 'config', version: '1.0.0', dependsOn })
      await stage.ready('needing')
      await stage.deletePlugin('needed')
      await stage.ready('needed', 'NeededByOthers')
      expect(await data('needed')).toBeDefined()
      await stage.deletePlugin('needing')
      await stage.until(
        'both are gone',
        async () => (await stage.readPlugin('needed')) === undefined,
      )
      expect(await data('needing')).toBeUndefined()
      expect(await data('needed')).toBeUndefined()
      await stage.plugin('left', { repo, name: 'config', version: '1.0.0', deletion: 'orphan' })
      await stage.ready('left')
      await stage.deletePlugin('left')
      await stage.until('it is gone', async () => (await stage.readPlugin('left')) === undefined)
      expect(await data('left')).toBeDefined()
    },
  },
  {
    name: 'patches and images change what was rendered',
    covers: [
      'spec.patches',
      'spec.patches[].target',
      ...[
        'group',
        'version',
        'kind',
        'name',
        'namespace',
        'labelSelector',
        'annotationSelector',
      ].map((field) => `spec.patches[].target.${field}`),
      'spec.patches[].patch',
      'spec.images',
      'spec.images.registry',
      'spec.images.map',
      'spec.images.lock',
    ],
    play: async ({ stage, repo }) => {
      const image = async () => {
        const found = await stage.get(deployments, platform, 'patched')
        return textAt(
          (readPath(found, ['spec', 'template', 'spec', 'containers']) as JsonObject[])[0],
          ['image'],
        )
      }
      const patches = [
        {
          target: { group: 'apps', version: 'v1', kind: 'Deployment', name: 'pat.*' },
          patch: 'metadata: {labels: {patched: "yes"}}',
        },
        {
          target: { labelSelector: 'patched=yes' },
          patch: '[{"op": "add", "path": "/metadata/annotations", "value": {"also": "this"}}]',
        },
        { target: { namespace: 'nobody', annotationSelector: 'a=b' }, patch: '$patch: delete' },
      ]
      const spec = { repo, name: 'web', version: '1.0.0', patches }
      await stage.plugin('patched', { ...spec, images: { registry: 'r.example.com' } })
      await stage.ready('patched')
      const found = await stage.get(deployments, platform, 'patched')
      expect(textAt(found, ['metadata', 'labels', 'patched'])).toBe('yes')
      expect(textAt(found, ['metadata', 'annotations', 'also'])).toBe('this')
      expect(await image()).toBe('r.example.com/library/nginx:1.27')
      const map = { 'docker.io/library/nginx': 'mirror.example.com/hub/nginx' }
      await stage.plugin('patched', { ...spec, images: { registry: 'r.example.com', map } })
      await stage.ready('patched')
      expect(await image()).toBe('mirror.example.com/hub/nginx:1.27')
      const digest = `sha256:${'0'.repeat(64)}`
      const lock = [`docker.io/library/nginx:1.27@${digest}`]
      await stage.plugin('patched', { ...spec, images: { lock } })
      await stage.ready('patched')
      expect(await image()).toContain(`@${digest}`)
    },
  },
  {
    name: 'definitions are created, upgraded after the check, or left alone',
    covers: ['spec.crds'],
    play: async ({ stage, repo }) => {
      const hasB = async () => {
        const found = await stage.get(definitions, '', 'widgets.scenario.example.com')
        return found && JSON.stringify(readPath(found, ['spec', 'versions'])).includes('"b"')
      }
      await stage.plugin('widgets', { repo, name: 'widgets', version: '1.0.0', crds: 'skip' })
      await stage.ready('widgets')
      expect(await hasB()).toBeUndefined()
      await stage.plugin('widgets', { repo, name: 'widgets', version: '1.0.0', crds: 'create' })
      await stage.until('it is created', async () => (await hasB()) === false)
      await stage.plugin('widgets', { repo, name: 'widgets', version: '1.1.0', crds: 'create' })
      await stage.ready('widgets')
      expect(await hasB()).toBe(false)
      await stage.plugin('widgets', { repo, name: 'widgets', version: '1.1.0', crds: 'upgrade' })
      await stage.until('it is upgraded', async () => (await hasB()) === true)
    },
  },
  {
    name: 'what others change is told, or put back, but for what is ignored',
    covers: [
      'spec.drift',
      'spec.drift.mode',
      'spec.drift.ignore',
      'spec.drift.ignore[].target',
      ...[
        'group',
        'version',
        'kind',
        'name',
        'namespace',
        'labelSelector',
        'annotationSelector',
      ].map((field) => `spec.drift.ignore[].target.${field}`),
      'spec.drift.ignore[].paths',
    ],
    play: async ({ stage, repo, data }) => {
      const spec = { repo, name: 'config', version: '1.0.0' }
      const change = async (name: string, more: JsonObject) => {
        const found = await stage.get(core('ConfigMap'), platform, name)
        if (found === undefined) throw new Error(`${name} is gone`)
        const changed = { ...found, data: { ...(found['data'] as JsonObject), ...more } }
        await updateObject(
          stage.client,
          core('ConfigMap'),
          changed,
          { fieldManager: 'somebody' },
          signal,
        )
      }
      await stage.plugin('warned', spec)
      await stage.ready('warned')
      await change('warned', { colour: 'theirs' })
      await stage.until('it is told', async () => {
        const plugin = await stage.readPlugin('warned')
        return plugin?.status.drift?.some((line) => line.includes('data.colour')) === true
      })
      expect(await data('warned')).toMatchObject({ colour: 'theirs' })
      const ignore = [{ target: { kind: 'ConfigMap', name: 'corrected' }, paths: ['/data/size'] }]
      await stage.plugin('corrected', { ...spec, drift: { mode: 'correct', ignore } })
      await stage.ready('corrected')
      await change('corrected', { size: 'theirs' })
      await change('corrected', { colour: 'theirs' })
      await stage.until(
        'it is put back',
        async () => (await data('corrected'))?.['colour'] === 'red',
      )
      expect(await data('corrected')).toMatchObject({ size: 'theirs' })
      await stage.plugin('unwatched', { ...spec, drift: { mode: 'off' } })
      await stage.ready('unwatched')
      await change('unwatched', { colour: 'theirs' })
    },
  },
  {
    name: 'who owns a field decides what happens with it',
    covers: ['spec.conflicts'],
    play: async ({ stage, repo, data }) => {
      const spec = (colour: string, conflicts: string) => ({
        repo,
        name: 'config',
        version: '1.0.0',
        values: { colour },
        drift: { mode: 'off' },
        conflicts,
      })
      await stage.plugin('contested', spec('one', 'fail'))
      await stage.ready('contested')
      const metadata = { name: 'contested', namespace: platform }
      const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { colour: 'theirs' } }
      await stage.apply(core('ConfigMap'), theirs)
      await stage.plugin('contested', spec('two', 'fail'))
      await stage.ready('contested', 'Conflict')
      expect(await data('contested')).toMatchObject({ colour: 'theirs' })
      await stage.plugin('contested', { ...spec('three', 'yield') })
      await stage.ready('contested')
      expect(await data('contested')).toMatchObject({ colour: 'theirs' })
      await stage.plugin('contested', { ...spec('four', 'take') })
      await stage.ready('contested')
      expect(await data('contested')).toMatchObject({ colour: 'four' })
    },
  },
  {
    name: 'a suspended plugin is left alone',
    covers: ['spec.suspend'],
    play: async ({ stage, repo, data }) => {
      const spec = { repo, name: 'config', version: '1.0.0', values: { colour: 'before' } }
      await stage.plugin('resting', spec)
      await stage.ready('resting')
      await stage.plugin('resting', { ...spec, values: { colour: 'after' }, suspend: true })
      await stage.ready('resting', 'Suspended')
      expect(await data('resting')).toMatchObject({ colour: 'before' })
      await stage.plugin('resting', { ...spec, values: { colour: 'after' } })
      await stage.ready('resting')
      expect(await data('resting')).toMatchObject({ colour: 'after' })
    },
  },
  {
    name: 'a pin holds a revision, and the next pass does not undo it',
    covers: ['spec.pin'],
    play: async ({ stage, repo, data }) => {
      const spec = (colour: string) => ({
        repo,
        name: 'config',
        version: '1.0.0',
        values: { colour },
      })
      await stage.plugin('pinned', spec('first'))
      await stage.ready('pinned')
      await stage.plugin('pinned', spec('second'))
      await stage.ready('pinned')
      await stage.plugin('pinned', { ...spec('second'), pin: 1 })
      await stage.ready('pinned', 'Pinned')
      expect(await data('pinned')).toMatchObject({ colour: 'first' })
      await stage.plugin('pinned', spec('second'))
      await stage.ready('pinned')
      expect(await data('pinned')).toMatchObject({ colour: 'second' })
      const store = new ReleaseStore({ client: stage.client })
      const outline = await store.outline({ namespace: platform, name: 'pinned' }, signal)
      expect(outline.map(({ revision, status }) => `${revision} ${status}`)).toEqual([
        '1 superseded',
        '2 superseded',
        '3 superseded',
        '4 deployed',
      ])
    },
  },
  {
    name: 'an upgrade that does not work in time is rolled back, or stays',
    covers: ['spec.onFailure', 'spec.timeout'],
    play: async ({ stage, repo }) => {
      const never = {
        patches: [
          {
            target: { kind: 'Deployment' },
            patch: 'spec: {replicas: 1, template: {spec: {nodeSelector: {no: where}}}}',
          },
        ],
      }
      const spec = { repo, name: 'web', version: '1.0.0', timeout: '1s' }
      await stage.plugin('undone', { ...spec, onFailure: 'rollback' })
      await stage.ready('undone')
      await stage.plugin('undone', { ...spec, ...never, onFailure: 'rollback' })
      const undone = await stage.ready('undone', 'RolledBack')
      expect(undone.status.revision).toBe(3)
      await stage.plugin('stays', { ...spec, onFailure: 'stay' })
      await stage.ready('stays')
      await stage.plugin('stays', { ...spec, ...never, onFailure: 'stay' })
      const stays = await stage.ready('stays', 'TimedOut')
      expect(stays.status.revision).toBe(2)
    },
  },
  {
    name: 'what cannot be rendered says so, and a failed step deletes nothing',
    covers: ['spec.version'],
    play: async ({ stage, repo, data }) => {
      await stage.plugin('failing', { repo, name: 'failing', version: '1.0.0' })
      await stage.ready('failing')
      await stage.plugin('failing', { repo, name: 'failing', version: '2.0.0' })
      await stage.ready('failing', 'RenderFailed')
      expect(await data('failing')).toMatchObject({ version: '1.0.0' })
      await stage.plugin('failing', { repo, name: 'failing', version: '9.9.9' })
      await stage.ready('failing', 'SourceNotFound')
      expect(await data('failing')).toMatchObject({ version: '1.0.0' })
    },
  },
  {
    name: 'outside the platform namespace an account acts, and only with its rights',
    covers: ['spec.serviceAccountName'],
    play: async ({ stage, data }) => {
      const folder = join(stage.files, 'tenant')
      await mkdir(folder, { recursive: true })
      await writeFile(
        join(folder, 'a.yaml'),
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: tenant}\n',
      )
      const repo = `file://${folder}`
      await stage.apply(core('Namespace'), {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'tenant' },
      })
      await stage.plugin('tenant', { kind: 'manifests', repo }, 'tenant')
      await stage.ready('tenant', 'AccountMissing', 'tenant')
      const account = core('ServiceAccount')
      await stage.apply(account, named('ServiceAccount', 'outrigger', {}, 'tenant'))
      await stage.ready('tenant', 'Forbidden', 'tenant')
      const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: true }
      const binding: KubeObject = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'deployer', namespace: 'tenant' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
        subjects: [{ kind: 'ServiceAccount', name: 'deployer', namespace: 'tenant' }],
      }
      await stage.apply({ ...rbac, resource: 'rolebindings', kind: 'RoleBinding' }, binding)
      await stage.apply(account, named('ServiceAccount', 'deployer', {}, 'tenant'))
      await stage.plugin(
        'tenant',
        { kind: 'manifests', repo, serviceAccountName: 'deployer' },
        'tenant',
      )
      await stage.ready('tenant', 'Installed', 'tenant')
      expect(await data('tenant', 'tenant')).toEqual({})
    },
  },
  {
    name: 'a cluster that is not there is waited for',
    covers: ['spec.cluster'],
    play: async ({ stage, repo }) => {
      await stage.plugin('far', { repo, name: 'config', version: '1.0.0', cluster: 'nowhere' })
      await stage.ready('far', 'ClusterNotFound')
    },
  },
  {
    name: 'an all-in-one chart installs plugins, shows their failures, and takes them away',
    covers: ['spec.enabled'],
    play: async ({ stage, repo, data }) => {
      const spec = (names: readonly string[], version: string) => ({
        repo,
        name: 'all-in-one',
        version: '1.0.0',
        values: { repo, chart: 'config', version, plugins: names },
      })
      await stage.plugin('parent', spec(['child-a', 'child-b'], '1.0.0'))
      await stage.ready('parent')
      expect(await data('child-a')).toBeDefined()
      await stage.plugin('parent', spec(['child-a'], '9.9.9'))
      const failed = await stage.ready('parent', 'ChildFailed')
      const message = failed.status.conditions?.find(({ type }) => type === 'Ready')?.message
      expect(message).toContain('child-a')
      await stage.until('the other one is gone', async () => (await data('child-b')) === undefined)
      await stage.deletePlugin('parent')
      await stage.until('all are gone', async () => (await data('child-a')) === undefined)
    },
  },
]

const thingDefinition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.waiting.example.com' },
  spec: {
    group: 'waiting.example.com',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
}

function named(kind: string, name: string, more: JsonObject, namespace = platform): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace }, ...more }
}

function* specFields(schema: Schema, path: string): Generator<string> {
  const { node } = schema
  if (node.is === 'list') yield* specFields(node.items, `${path}[]`)
  if (node.is !== 'object') return
  for (const [name, field] of Object.entries(node.fields)) {
    yield `${path}.${name}`
    yield* specFields(field, `${path}.${name}`)
  }
}

/** Everything that a Plugin can say, played on a server. */
export function testPlugins(server: string, open: () => Promise<StageCluster | undefined>): void {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })
  describe(`plugins on ${server}`, () => {
    let scene: Scene
    let repository: ChartRepository
    beforeAll(async () => {
      repository = await ChartRepository.start(charts)
      const cluster = await open()
      const stage = await OperatorStage.open(cluster === undefined ? {} : { cluster })
      await stage.start()
      const data = async (name: string, namespace = platform) => {
        const found = await stage.get(core('ConfigMap'), namespace, name)
        return found && ((readPath(found, ['data']) ?? {}) as JsonObject)
      }
      scene = { stage, repo: repository.url, data }
    })
    afterAll(async () => {
      await scene.stage.close()
      await repository.stop()
    })
    test.each(scenarios)('$name', async ({ play }) => {
      await expect(play(scene)).resolves.toBeUndefined()
    })

    test('every field of the spec has a scenario', () => {
      const covered = new Set(scenarios.flatMap(({ covers }) => covers))
      const missing = [...specFields(pluginKind.spec, 'spec')].filter(
        (field) => !covered.has(field),
      )
      expect(missing).toEqual([])
    })
  })
}
