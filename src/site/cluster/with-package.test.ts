import { expect, test } from 'vitest'
import { emptySite } from '../../expansion/merge/read-site.ts'
import { declarationOf } from '../../expansion/package/read-declaration.ts'
import type { Sequence, Step } from '../../sequence/sequence.ts'
import type { GivenCluster } from './cluster-plan.ts'
import { withPackage } from './with-package.ts'

const step = (name: string, formerly: readonly string[] = []): Step => ({
  name,
  about: '',
  mayBeSkipped: true,
  mayBeDelegated: true,
  repeats: false,
  formerly,
})
const conditions: Sequence = {
  noun: 'a condition',
  steps: [
    step('EnsureSysctl'),
    step('EnsureContainerRuntime', ['EnsureDocker']),
    step('EnsureMetricsServer'),
    step('EnsurePaint'),
  ],
}

const { content } = declarationOf(
  `expansion_name: yard
files: [etc/yard.conf, opt/yard/PreInstall]
create_cluster_skip_conditions: [EnsureDocker, EnsureKernelModule]
create_cluster_delegate_conditions: [EnsureMetricsServer]
create_cluster_extra_args:
  kubeletExtraArgs: {v: "4", max-pods: "50"}
`,
  undefined,
)

function cluster(more: Partial<GivenCluster> = {}): GivenCluster {
  const { cluster: plain } = emptySite().site
  return { ...plain, name: 'second', version: '1.36.3', ...more }
}

const noChoices = emptySite().site.cluster.features

test('a later cluster gets the lists, files, hooks and arguments of the package', () => {
  const { features, kubeletExtraArgs } = withPackage(cluster(), content, conditions)
  expect(features).toEqual({
    skipConditions: ['EnsureContainerRuntime'],
    delegateConditions: ['EnsureMetricsServer'],
    files: [
      { src: 'files_generated/etc__yard.conf', dst: '/etc/yard.conf' },
      { src: 'files_generated/opt__yard__PreInstall', dst: '/opt/yard/PreInstall' },
    ],
    hooks: { PreInstall: '/opt/yard/PreInstall' },
  })
  expect(kubeletExtraArgs).toEqual({ v: '4', 'max-pods': '50' })
})

test.each([
  {
    name: 'a condition that it skips itself is not delegated',
    given: cluster({ features: { ...noChoices, skipConditions: ['EnsureMetricsServer'] } }),
    found: {
      skipConditions: ['EnsureMetricsServer', 'EnsureContainerRuntime'],
      delegateConditions: [],
    },
  },
  {
    name: 'a condition of a provider of somebody else stays',
    given: cluster({ features: { ...noChoices, delegateConditions: ['EnsurePaint'] } }),
    found: { delegateConditions: ['EnsurePaint', 'EnsureMetricsServer'] },
  },
  {
    name: 'its own hook stays',
    given: cluster({ features: { ...noChoices, hooks: { PreInstall: '/own' } } }),
    found: { hooks: { PreInstall: '/own' } },
  },
])('the words of the cluster win: $name', ({ given, found }) => {
  expect(withPackage(given, content, conditions).features).toMatchObject(found)
})
