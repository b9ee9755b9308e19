import type { Vocabulary, Word } from './vocabulary.ts'

/** Work on machines, or on a cluster that runs, which somebody else may do as well. */
function delegable(...names: readonly string[]): readonly Word[] {
  return names.map((name) => ({ name, mayBeDelegated: true }))
}

/** Work that the following rests on, or that keeps secrets of the platform. */
function own(...names: readonly string[]): readonly Word[] {
  return names.map((name) => ({ name, mayBeDelegated: false }))
}

const machines = delegable(
  'EnsureCopyFiles',
  'EnsurePreClusterInstallHook',
  'EnsurePreInstallHook',
  'EnsureRegistryHosts',
)
const host = own('EnsureInitAPIServerHost')
const preparation = delegable(
  'EnsureKernelModule',
  'EnsureSysctl',
  'EnsureDisableSwap',
  'EnsurePreflight',
)
const completion = own('EnsureClusterComplete')
const drivers = delegable('EnsureNvidiaDriver', 'EnsureNvidiaContainerRuntime')
// Installed and started are two things: between them somebody may change a configuration.
const runtime: readonly Word[] = [
  { name: 'EnsureContainerRuntime', formerly: ['EnsureDocker'], mayBeDelegated: true },
  { name: 'EnsureStartContainerRuntime', formerly: ['EnsureStartDocker'], mayBeDelegated: true },
]
const programs = delegable(
  'EnsureKubernetesImages',
  'EnsureKubelet',
  'EnsureStartKubelet',
  'EnsureCNIPlugins',
  'EnsureConntrackTools',
  'EnsureKubeadm',
  'EnsureKeepalivedInit',
  'EnsureThirdPartyHAInit',
  'EnsureAuthzWebhook',
  'EnsureAuditConfig',
  'EnsurePrepareForControlplane',
)
const control = own(
  'EnsureKubeadmInitPhaseKubeletStart',
  'EnsureKubeadmInitPhaseCerts',
  'EnsureStoreCredential',
  'EnsureKubeconfig',
  'EnsureKubeadmInitPhaseKubeConfig',
  'EnsureKubeadmInitPhaseControlPlane',
  'EnsureKubeadmInitPhaseETCD',
  'EnsureKubeadmInitPhaseWaitControlPlane',
  'EnsureKubeadmInitPhaseUploadConfig',
  'EnsureKubeadmInitPhaseUploadCerts',
  'EnsureKubeadmInitPhaseBootstrapToken',
  'EnsureKubeadmInitPhaseAddon',
  'EnsureJoinPhasePreflight',
  'EnsureJoinPhaseControlPlanePrepare',
  'EnsureJoinPhaseKubeletStart',
  'EnsureJoinPhaseControlPlaneJoinETCD',
  'EnsureJoinPhaseKubeletWaitBootstrap',
  'EnsureJoinPhaseControlPlaneJoinUpdateStatus',
)
const network = delegable('EnsureClusternetRegistration', 'EnsureGalaxy', 'EnsureCilium')
const marks = own('EnsurePatchAnnotation', 'EnsureMarkControlPlane')
const availability = delegable('EnsureKeepalivedWithLBOption', 'EnsureThirdPartyHA')
const address = own('EnsureModifyAPIServerHost')
const addons = delegable(
  'EnsureNvidiaDevicePlugin',
  'EnsureGPUManager',
  'EnsureCSIOperator',
  'EnsureMetricsServer',
)
const end = own('EnsureCleanup', 'EnsureCreateClusterMark')
const hooks = delegable('EnsurePostInstallHook', 'EnsurePostClusterInstallHook')

/** The conditions of a new cluster in their order: the vocabulary of `create_cluster_skip_conditions` and `…_delegate_conditions`. */
export const providerConditions: Vocabulary = {
  noun: 'a condition of a new cluster',
  words: [
    ...machines,
    ...host,
    ...preparation,
    ...completion,
    ...drivers,
    ...runtime,
    ...programs,
    ...control,
    ...network,
    ...marks,
    ...availability,
    ...address,
    ...addons,
    ...end,
    ...hooks,
  ],
  retired: [
    { name: 'EnsureDisableOffloading', why: 'no release carries it out any more' },
    { name: 'EnsureBootstrapApps', why: 'a controller of its own carries it out' },
    { name: 'EnsureDone', why: 'it only marks the end' },
  ],
}
