import { releaseOptions } from '../chart/release-options.ts'
import { sourceOptions, sourceChoiceOf } from '../chart/sources/source-options.ts'
import { splitAtCommas, userValuesOf, valueOptions } from '../options/value-options.ts'
import { clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec, CommandInput, OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readCount } from '../options/read-count.ts'
import type { ChartChoice } from './chart-choice.ts'

const defaultRenders = 300

/** How charts and clusters are looked into for images. */
export const chartImageOptions = {
  certain: { kind: 'switch', summary: 'only what is certain to run' },
  'no-explore': { kind: 'switch', summary: 'do not try other values than the given ones' },
  'max-renders': {
    kind: 'text',
    value: 'NUMBER',
    summary: `how many times a chart is rendered to try other values; ${defaultRenders} unless given`,
  },
  table: {
    kind: 'list',
    value: 'FILE',
    summary: 'more of what is known: fields of custom resources, flags, images',
  },
  ...valueOptions,
  'kube-version': releaseOptions['kube-version'],
  'api-versions': releaseOptions['api-versions'],
  ...sourceOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

type GivenOptions = CommandInput<
  CommandSpec & { readonly options: typeof chartImageOptions }
>['options']

export function chartChoiceOf(options: GivenOptions): ChartChoice | UsageError {
  const maxRenders = readCount('max-renders', options['max-renders'], defaultRenders)
  if (maxRenders instanceof UsageError) return maxRenders
  return {
    values: userValuesOf(options),
    namespace: options.namespace || 'default',
    kubeVersion: options['kube-version'] || undefined,
    apiVersions: options['api-versions'].flatMap(splitAtCommas),
    explore: !options['no-explore'] && !options.certain,
    maxRenders,
    choice: sourceChoiceOf(options),
  }
}
