import { expect, test } from 'vitest'
import type { Offer } from '../../../catalog/choice/offer.ts'
import {
  type PluginInputs,
  desiredPlugin,
  documentOf,
  keysInUse,
  lacksValues,
  minorOf,
  runningOffer,
  alreadyMatches,
} from './desired-plugin.ts'
import {
  cluster,
  extension,
  instance,
  offer,
  pluginFrom,
  pluginInputs,
} from './question-for-test.ts'

const digest = 'sha256:aa'
const tagged = (more: Partial<Offer>) => ({
  offer: offer('v1', { tag: 'v1', chartVersion: undefined, ...more }),
  resolved: { digest, newer: undefined, trouble: undefined, lookedAt: '' },
})
const globals = { values: { a: 1 }, images: undefined }
const from = [{ kind: 'ConfigMap', name: 'c', key: 'k', optional: false }]
const document = offer('1.0.0', { values: 'size: {{ .Parameters.size }}' })
const own = (key: unknown) => ({ kind: 'Secret', name: 'a-extension-values', key, optional: false })
const valuesKey = expect.stringMatching(/^values-[0-9a-f]{16}\.yaml$/)
const globalKey = expect.stringMatching(/^global-[0-9a-f]{16}\.yaml$/)
const checked = extension({ parameters: { type: 'object' } })
const before = pluginFrom({}, { spec: { targetNamespace: 'old', releaseName: 'r' } })
const defaults = extension({ defaults: { targetNamespace: 'web-system', releaseName: 'web' } })

const specs: readonly { name: string; inputs: Partial<PluginInputs>; spec: object }[] = [
  {
    name: 'the kind of the source',
    inputs: { offer: offer('1.0.0', { kind: 'manifests' }) },
    spec: { kind: 'manifests' },
  },
  {
    name: 'repo, name and version of the source',
    inputs: {},
    spec: { repo: 'https://charts.example.com', name: 'web', version: '1.0.0' },
  },
  {
    name: 'no name where the source has none',
    inputs: { offer: offer('1.0.0', { name: undefined }) },
    spec: { repo: 'https://charts.example.com', version: '1.0.0' },
  },
  {
    name: 'the path of the source',
    inputs: { offer: offer('1.0.0', { path: 'p' }) },
    spec: { path: 'p' },
  },
  {
    name: 'a tag in a registry by its digest',
    inputs: tagged({ repo: 'oci://r.example.com/web', name: undefined }),
    spec: { repo: `oci://r.example.com/web@${digest}` },
  },
  {
    name: 'a tag below a registry by its digest',
    inputs: tagged({ repo: 'oci://r.example.com/', name: 'web' }),
    spec: { repo: `oci://r.example.com/web@${digest}` },
  },
  {
    name: 'a tag of a Repository by name and digest',
    inputs: tagged({ repo: 'team', name: 'web' }),
    spec: { repo: 'team', name: 'web', version: digest },
  },
  {
    name: 'a tag with its path',
    inputs: tagged({ repo: 'team', path: 'p' }),
    spec: { path: 'p', version: digest },
  },
  {
    name: 'that it is disabled',
    inputs: { instance: instance({ spec: { enabled: false } }) },
    spec: { enabled: false },
  },
  {
    name: 'the cluster of the instance',
    inputs: { instance: instance({ spec: { cluster: 'edge' } }) },
    spec: { cluster: 'edge' },
  },
  {
    name: 'the namespace that the Extension names',
    inputs: { extension: defaults },
    spec: { targetNamespace: 'web-system' },
  },
  {
    name: 'the namespace of the instance before that',
    inputs: { extension: defaults, instance: instance({ spec: { targetNamespace: 'mine' } }) },
    spec: { targetNamespace: 'mine' },
  },
  {
    name: 'the release name that the Extension names',
    inputs: { extension: defaults },
    spec: { releaseName: 'web' },
  },
  {
    name: 'the place that a Plugin has already',
    inputs: { extension: defaults, before },
    spec: { targetNamespace: 'old', releaseName: 'r' },
  },
  {
    name: 'Plugins that it needs',
    inputs: { needs: ['n/db', 'm/dns'] },
    spec: { dependsOn: [{ plugin: 'n/db' }, { plugin: 'm/dns' }] },
  },
  {
    name: 'the images of profiles',
    inputs: { globals: { values: {}, images: { registry: 'r.example.com' } } },
    spec: { images: { registry: 'r.example.com' } },
  },
  {
    name: 'parameters as they are',
    inputs: { instance: instance({ spec: { parameters: { b: 2 } } }) },
    spec: { values: { b: 2 }, valuesFrom: [] },
  },
  {
    name: 'the text of parameters',
    inputs: { instance: instance({ spec: { parametersText: 'b: 2' } }) },
    spec: { valuesText: 'b: 2' },
  },
  {
    name: 'references as they are',
    inputs: { instance: instance({ spec: { parametersFrom: from } }) },
    spec: { valuesFrom: from },
  },
  {
    name: 'global values below everything',
    inputs: { globals, instance: instance({ spec: { parametersFrom: from } }) },
    spec: { valuesFrom: [own(globalKey), ...from] },
  },
  {
    name: 'checked parameters from objects as they were checked',
    inputs: { extension: checked, instance: instance({ spec: { parametersFrom: from } }) },
    spec: { valuesFrom: [own(valuesKey)] },
  },
  {
    name: 'checked parameters without references as they are',
    inputs: { extension: checked, instance: instance({ spec: { parameters: { b: 2 } } }) },
    spec: { values: { b: 2 }, valuesFrom: [] },
  },
  {
    name: 'mapped values from the Secret',
    inputs: { offer: document, parameters: { size: 3 } },
    spec: { valuesFrom: [own(valuesKey)] },
  },
  {
    name: 'mapped values over global ones',
    inputs: { offer: document, parameters: { size: 3 }, globals },
    spec: { valuesFrom: [own(globalKey), own(valuesKey)] },
  },
]

test.each(specs)('a Plugin says $name', ({ inputs, spec }) => {
  expect(desiredPlugin(pluginInputs(inputs)).spec).toMatchObject(spec)
})

const absent: readonly { name: string; inputs: Partial<PluginInputs>; field: string }[] = [
  {
    name: 'parameters that are mapped',
    inputs: {
      offer: document,
      parameters: { size: 3 },
      instance: instance({ spec: { parameters: { size: 3 } } }),
    },
    field: 'values',
  },
  { name: 'a namespace that nobody names', inputs: {}, field: 'targetNamespace' },
  {
    name: 'the release name of others, once it has none',
    inputs: { extension: defaults, before: pluginFrom() },
    field: 'releaseName',
  },
  { name: 'images that nobody names', inputs: {}, field: 'images' },
  {
    name: 'the tag that was resolved',
    inputs: tagged({ repo: 'oci://r.example.com/web', name: undefined }),
    field: 'version',
  },
  { name: 'a cluster that nobody names', inputs: {}, field: 'cluster' },
]

test.each(absent)('a Plugin does not say $name', ({ inputs, field }) => {
  expect(desiredPlugin(pluginInputs(inputs)).spec).not.toHaveProperty(field)
})

test.each([
  { name: 'which version it is', annotation: 'outrigger.dev/extension-version', value: '1.0.0' },
  {
    name: 'which source it is',
    annotation: 'outrigger.dev/extension-source',
    value: offer('1.0.0').key,
  },
  { name: 'for which Kubernetes', annotation: 'outrigger.dev/chosen-for', value: cluster.version },
  { name: 'no retry that nobody asked for', annotation: 'outrigger.dev/retry', value: undefined },
])('a Plugin notes $name', ({ annotation, value }) => {
  expect(desiredPlugin(pluginInputs()).annotations[annotation]).toBe(value)
})

const texts = (more: Partial<PluginInputs>) => desiredPlugin(pluginInputs(more)).secret ?? {}
const keys = (inputs: Partial<PluginInputs>) => Object.keys(texts(inputs)).toSorted()
const mapped = { offer: document, parameters: { size: 3 } }

test.each([
  { name: 'needs no Secret without values made here', found: texts({}), size: 0 },
  { name: 'holds global values and the salt', found: texts({ globals }), size: 2 },
  { name: 'holds values, their document and the salt', found: texts(mapped), size: 3 },
  { name: 'holds all of them', found: texts({ ...mapped, globals }), size: 4 },
])('$name', ({ found, size }) => {
  expect(Object.keys(found)).toHaveLength(size)
})

test.each([
  { name: 'the same values have the same keys', other: mapped, same: true },
  {
    name: 'other values have other keys',
    other: { ...mapped, parameters: { size: 4 } },
    same: false,
  },
  {
    name: 'another document that makes the same values has other keys',
    other: { ...mapped, offer: offer('1.0.0', { values: 'size: 3' }) },
    same: false,
  },
  { name: 'another salt gives other keys', other: { ...mapped, salt: 'other' }, same: false },
])('$name', ({ other, same }) => {
  expect(keys(other).join() === keys(mapped).join()).toBe(same)
})

test.each([
  { name: 'itself', inputs: {}, says: true },
  { name: 'not another version', inputs: { offer: offer('2.0.0') }, says: false },
  {
    name: 'not another Kubernetes',
    inputs: { cluster: { ...cluster, version: 'v1.35.0' } },
    says: false,
  },
  { name: 'not other needs', inputs: { needs: ['n/db'] }, says: false },
])('a Plugin says already $name', ({ inputs, says }) => {
  expect(alreadyMatches(pluginFrom(), desiredPlugin(pluginInputs(inputs)))).toBe(says)
})

test('a Plugin and its Secret tell what it was written from', () => {
  const plugin = pluginFrom(mapped)
  const written = texts(mapped)
  expect(keysInUse(plugin)).toHaveLength(2)
  expect(documentOf(plugin, written)).toBe(document.values)
  expect([lacksValues(plugin, written), lacksValues(plugin, {})]).toEqual([false, true])
  expect(runningOffer(plugin, written)).toEqual({ ...document, appVersion: '' })
})

test.each([
  ['v1.34.1', '1.34'],
  ['1.35.0+k3s1', '1.35'],
  ['odd', 'odd'],
])('%s is of the minor %s', (version, minor) => {
  expect(minorOf({ version })).toBe(minor)
})
