import { expect, test } from 'vitest'
import {
  kubernetesAnnotation,
  sourceAnnotation,
  versionAnnotation,
} from '../../pass/instance-names.ts'
import { type ChoiceKnown, chooseFor } from './choose.ts'
import { cluster, extension, instance, pluginFrom } from './question-for-test.ts'
import type { FitAnswer } from './source/fit-answer.ts'

const source = (version: string) => ({
  version,
  repo: 'https://charts.example.com',
  name: `web-${version[0]}`,
})
const two = extension({ sources: [source('2.0.0'), source('1.0.0')] })
const key = (version: string) =>
  chosen({ extension: extension({ sources: [source(version)] }) }).key
const unfit: FitAnswer = { is: 'unfit', because: 'it needs Kubernetes 1.20' }
const away = { reason: 'ClusterUnreachable', message: 'it is away', again: 'soon' } as const

function chosen(more: Partial<ChoiceKnown>, answers: Readonly<Record<string, FitAnswer>> = {}) {
  const known: ChoiceKnown = {
    instance: instance(),
    extension: two,
    cluster,
    plugin: undefined,
    parameters: {},
    globals: { values: {}, images: undefined },
    needing: [],
    ...more,
  }
  const { choice, fit } = chooseFor(known, new Map(Object.entries(answers)))
  const offer = choice.is === 'take' ? choice.offer : undefined
  return { is: choice.is, version: offer?.version, key: offer?.key ?? '', fit: fit.is }
}

const running = {
  plugin: pluginFrom({}, { metadata: { annotations: annotationsFor('2.0.0') } }),
  isOurs: true,
}

function annotationsFor(version: string) {
  return {
    [sourceAnnotation]: key(version),
    [versionAnnotation]: version,
    [kubernetesAnnotation]: cluster.version,
  }
}

test.each([
  {
    name: 'the newest is chosen, and asked for',
    known: {},
    answers: {},
    is: { is: 'take', version: '2.0.0', fit: 'not-asked' },
  },
  {
    name: 'an answer is seen',
    known: {},
    answers: { [key('2.0.0')]: { is: 'fits' } as const },
    is: { version: '2.0.0', fit: 'fits' },
  },
  {
    name: 'a source that does not fit is passed over, and the next is asked for',
    known: {},
    answers: { [key('2.0.0')]: unfit },
    is: { version: '1.0.0', fit: 'not-asked' },
  },
  {
    name: 'nothing is taken when none fits',
    known: {},
    answers: { [key('2.0.0')]: unfit, [key('1.0.0')]: unfit },
    is: { is: 'none', fit: 'not-needed' },
  },
  {
    name: 'a source that could not be judged is taken',
    known: {},
    answers: { [key('2.0.0')]: { is: 'not-judged', because: 'it fails' } as const },
    is: { version: '2.0.0', fit: 'not-judged' },
  },
  {
    name: 'the source that runs on this Kubernetes is not asked for',
    known: { plugin: running },
    answers: {},
    is: { version: '2.0.0', fit: 'not-needed' },
  },
  {
    name: 'a source that runs on another Kubernetes is',
    known: { plugin: running, cluster: { ...cluster, version: 'v1.35.0' } },
    answers: {},
    is: { version: '2.0.0', fit: 'not-asked' },
  },
  {
    name: 'an instance that is deleted asks nothing',
    known: { instance: instance({ metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }) },
    answers: {},
    is: { fit: 'not-needed' },
  },
  {
    name: 'without parameters there is nothing to ask',
    known: { parameters: away },
    answers: {},
    is: { version: '2.0.0', fit: 'not-needed' },
  },
  {
    name: 'without an Extension nothing is chosen',
    known: { extension: undefined },
    answers: {},
    is: { is: 'none', fit: 'not-needed' },
  },
  {
    name: 'on a cluster that is away nothing is chosen',
    known: { cluster: away },
    answers: {},
    is: { is: 'none', fit: 'not-needed' },
  },
])('$name', ({ known, answers, is }) => {
  expect(chosen(known, answers)).toMatchObject(is)
})
