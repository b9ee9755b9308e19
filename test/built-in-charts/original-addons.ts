/** An addon as TKEStack has it: templates with options, or plain objects. */
export interface OriginalAddon {
  /** Below the folder of checkouts: a folder, or files. */
  readonly paths: readonly string[]
  /** The options that TKEStack's program renders them with. */
  readonly options: Readonly<Record<string, string>>
}

/** An addon that runs from its original, and the chart that takes it over. */
export interface Adoption extends OriginalAddon {
  readonly chart: string
  /** Values of the chart: the same images, and what the options said. */
  readonly values: Readonly<Record<string, unknown>>
}

const manifests = 'tke/pkg/platform/provider/baremetal/manifests'
const registry = 'registry.example.com/library'

const csiOperator: OriginalAddon = {
  paths: [`${manifests}/csi-operator`],
  options: { CSIOperatorImage: `${registry}/csi-operator:v1.0.2`, RegistryDomain: registry },
}

const devicePlugin: OriginalAddon = {
  paths: [`${manifests}/gpu`],
  options: { Image: `${registry}/nvidia-device-plugin:1.0.0-beta4` },
}

const gpuManager: OriginalAddon = {
  paths: [`${manifests}/gpu-manager`],
  options: {
    GPUManagerImage: `${registry}/gpu-manager:v1.1.5`,
    BusyboxImage: `${registry}/busybox:1.31.1`,
    GPUQuotaAdmissionImage: `${registry}/gpu-quota-admission:v1.0.0`,
    GPUQuotaAdmissionHost: '10.0.77.77',
    ContainerRuntime: 'containerd',
  },
}

const metricsServer: OriginalAddon = {
  paths: [`${manifests}/metrics-server`],
  options: {
    MetricsServerImage: `${registry}/metrics-server:v0.3.6`,
    AddonResizerImage: `${registry}/addon-resizer:1.8.11`,
  },
}

const image = (name: string) => ({
  registry: 'registry.example.com',
  repository: `library/${name}`,
})

/** The addons whose originals are manifests. Metrics-server comes last: its APIService has nobody who answers. */
export const adoptions: readonly Adoption[] = [
  {
    chart: 'csioperator',
    ...csiOperator,
    values: { image: image('csi-operator'), registryDomain: registry },
  },
  {
    chart: 'nvidia-device-plugin',
    ...devicePlugin,
    values: { image: image('nvidia-device-plugin') },
  },
  {
    chart: 'gpu-manager',
    ...gpuManager,
    values: {
      containerRuntime: 'containerd',
      image: image('gpu-manager'),
      busybox: { image: image('busybox') },
      admission: { image: image('gpu-quota-admission'), clusterIP: '10.0.77.77' },
    },
  },
  {
    chart: 'lbcf',
    paths: ['rbac', 'secret', 'service', 'admit', 'deployment'].map(
      (file) => `lb-controlling-framework/deployments/${file}.yaml`,
    ),
    options: { IMAGE_NAME: `${registry}/lbcf-controller:v1.0.0.rc.2` },
    values: { image: { ...image('lbcf-controller'), pullPolicy: 'IfNotPresent' } },
  },
  {
    chart: 'metrics-server',
    ...metricsServer,
    values: { image: image('metrics-server'), resizer: { image: image('addon-resizer') } },
  },
]

/** The folders of manifests that install as they are. */
export const templateFolders: readonly (OriginalAddon & { readonly name: string })[] = [
  {
    name: 'cilium',
    paths: [`${manifests}/cilium`],
    options: {
      NetworkMode: 'underlay',
      ClusterCIDR: '10.244.0.0/16',
      MaxNodePodNum: '64',
      CiliumImage: `${registry}/cilium:v1.9.5`,
      CiliumOperatorImage: `${registry}/cilium-operator-generic:v1.9.5`,
      CiliumRouterImage: `${registry}/cilium-router:v1.0.0`,
      IpamdImage: `${registry}/tke-eni-ipamd:v1.0.0`,
      MasqImage: `${registry}/ip-masq-agent:v2.5.0`,
    },
  },
  { name: 'csi-operator', ...csiOperator },
  { name: 'gpu', ...devicePlugin },
  { name: 'gpu-manager', ...gpuManager },
  {
    name: 'keepalived',
    paths: [`${manifests}/keepalived`],
    options: {
      Image: `${registry}/keepalived:2.0.16-r0`,
      Interface: 'eth0',
      VRID: '51',
      VIP: '10.0.0.100',
    },
  },
  { name: 'metrics-server', ...metricsServer },
]
