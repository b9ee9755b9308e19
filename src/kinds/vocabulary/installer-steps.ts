import type { Vocabulary, Word } from './vocabulary.ts'

const expansion = 'there is an expansion'
const ownImages = 'the registry is not the official one'
const ownRegistry = 'the registry is that of the platform'
const onlyOwnRegistry = 'the registry is that of the platform and no other one is used'
const gateway = 'the gateway is enabled'

/** A step as it is everywhere: what an installer does can be handed over but for the steps that others rest on. */
function step(name: string, facts: Partial<Word> = {}): Word {
  return { name, mayBeDelegated: false, ...facts }
}

const preparation: readonly Word[] = [
  step('Init expansion', { when: expansion }),
  step('Prepare expansion files', { when: expansion }),
  step('Load Expansion Operator Image', { when: 'the expansion has an operator' }),
  step('Patch Hook Files', { when: expansion }),
  step('Start Expansion Operator', { when: 'the expansion has an operator' }),
  step('Execute pre install hook'),
  step('Load images', { when: ownImages }),
  step('Tag images', { when: ownImages }),
  step('Setup local registry', { when: onlyOwnRegistry }),
  step('Push base components images', { when: ownImages, formerly: ['Push images'] }),
  step('Generate certificates for TKE components'),
  step('Create global cluster'),
  step('Write kubeconfig'),
  step('Execute post cluster ready hook'),
]

const platform: readonly Word[] = [
  step('Prepare front proxy certificates'),
  step('Create namespace for install TKE'),
  step('Prepare certificates'),
  step('Prepare baremetal provider config'),
  step('Install etcd'),
  step('Start platform'),
  step('Patch platform versions in cluster info'),
  step('Init Platform Applications'),
  step('Preprocess Platform Applications'),
  step('Install Platform Applications', {
    absorbed: [
      'Install tke-auth-api',
      'Install tke-auth-controller',
      'Install tke-platform-api',
      'Install tke-platform-controller',
    ],
  }),
  step('Prepare pull images', {
    when: ownRegistry,
    formerly: ['Prepare images before stop local registry'],
  }),
  step('Install tke-registry chart', {
    when: ownRegistry,
    absorbed: ['Install tke-registry-api', 'Install tke-registry-controller'],
  }),
  step('Stop local registry to give up 80/443 for ingress', {
    when: 'the gateway is enabled and the installer runs on a machine of the cluster',
    formerly: ['Stop local registry to give up 80/443 for tke-gateway'],
  }),
  step('Install tke-gateway chart', { when: gateway, formerly: ['Install tke-gateway'] }),
  step('Install ingress-nginx chart', { when: gateway }),
  step('Prepare push images to TKE registry', { when: onlyOwnRegistry }),
  step('Push images to registry', { when: onlyOwnRegistry }),
  step('Set global cluster hosts', { when: onlyOwnRegistry }),
]

const components: readonly Word[] = [
  step('Install tke audit', { when: 'auditing is enabled' }),
  step('Install tke-business-api', { when: 'business is enabled' }),
  step('Install tke-business-controller', { when: 'business is enabled' }),
  step('Install InfluxDB chart', {
    when: 'monitoring keeps its data in a local InfluxDB',
    formerly: ['Install InfluxDB'],
  }),
  step('Install Thanos', { when: 'monitoring keeps its data in Thanos' }),
  step('Install tke-monitor-api', { when: 'monitoring is enabled' }),
  step('Install tke-monitor-controller', { when: 'monitoring is enabled' }),
  step('Install tke-notify-api', { when: 'monitoring is enabled' }),
  step('Install tke-notify-controller', { when: 'monitoring is enabled' }),
  step('Install tke-logagent-api', { when: 'logging is enabled' }),
  step('Install tke-logagent-controller', { when: 'logging is enabled' }),
  step('Install tke-application-api', { when: 'applications are enabled' }),
  step('Install tke-application-controller', { when: 'applications are enabled' }),
  step('Install tke-mesh-api', { when: 'the mesh is enabled' }),
  step('Install tke-mesh-controller', { when: 'the mesh is enabled' }),
  step('Register tke api into global cluster'),
  step('Import resource to TKE platform'),
  step('Import charts', { formerly: ['Check need imported chart groups'] }),
  step('Import Expansion Charts', { when: expansion }),
  step('Install Applications', {
    when: 'there are applications',
    formerly: ['Install applications'],
  }),
  step('Execute post install hook'),
]

/** The steps of an installation in their order: the vocabulary of `installer_skip_steps` and of a site's `skipSteps`. */
export const installerSteps: Vocabulary = {
  noun: 'a step of the installer',
  words: [...preparation, ...platform, ...components],
  retired: [],
}
