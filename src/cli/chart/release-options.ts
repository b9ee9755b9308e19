import type { OptionSpec } from '../command-spec.ts'

/** The options that say what templates see as .Release and .Capabilities, as Helm names them. */
export const releaseOptions = {
  namespace: {
    kind: 'text',
    short: 'n',
    value: 'NAMESPACE',
    summary: 'what .Release.Namespace is; "default" unless given',
  },
  'kube-version': {
    kind: 'text',
    value: 'VERSION',
    summary: 'what .Capabilities.KubeVersion is; v1.36.0 unless given',
  },
  'api-versions': {
    kind: 'list',
    short: 'a',
    value: 'GROUP/VERSION[/KIND]',
    summary: 'more of what .Capabilities.APIVersions has',
  },
  'is-upgrade': { kind: 'switch', summary: 'set .Release.IsUpgrade instead of IsInstall' },
} as const satisfies Record<string, OptionSpec>
