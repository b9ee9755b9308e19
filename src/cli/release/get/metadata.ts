import { compareStrings } from '../../../formats/go-string.ts'
import { fieldOf, isJsonList, isJsonObject, type Json } from '../../../objects/json.ts'
import type { ReadRevision } from '../../../release/record/store.ts'
import type { CommandSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { helmOutputOption, writeHelmData } from '../../output/helm-output.ts'
import type { Plain } from '../../output/plain.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Environment, Outcome, Ports } from '../../verb.ts'
import {
  type PrintedLook,
  lookArguments,
  lookOptions,
  printedLookOf,
  readRelease,
} from '../read-release.ts'
import { textOf } from '../print/record-text.ts'
import { printReleaseTime, readReleaseTime, timeLayouts, zoneOf } from '../print/release-time.ts'

export const command = {
  description: 'Prints what a release is made of, as helm get metadata does.',
  arguments: lookArguments,
  options: { output: helmOutputOption, ...lookOptions },
  examples: ['get metadata web', 'release get metadata web -o json'],
} as const satisfies CommandSpec

export type Options = PrintedLook

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : printedLookOf(given)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const metadata = metadataOf(await readRelease(options, { ports, io }, signal), ports.environment)
  if (options.output === 'table') io.stdout.write(textFor(metadata))
  else await writeHelmData(dataOf(metadata), options.output, io.stdout)
  return 'done'
}

type Metadata = ReturnType<typeof metadataOf>

function metadataOf({ stored, record }: ReadRevision, environment: Environment) {
  const { metadata } = record.chart
  const dependencies = fieldOf(metadata, 'dependencies')
  const deployed = readReleaseTime(record.info.last_deployed, zoneOf(environment))
  return {
    name: record.name,
    chart: textOf(metadata['name']),
    version: textOf(metadata['version']),
    appVersion: textOf(metadata['appVersion']),
    annotations: sortedTexts(metadata['annotations']),
    labels: sortedTexts(stored.labels),
    dependencies: isJsonList(dependencies) ? dependencies : [],
    namespace: record.namespace,
    revision: record.version,
    status: record.info.status,
    deployedAt: printReleaseTime(deployed, timeLayouts.rfc3339),
    applyMethod: record.apply_method ?? '',
  }
}

function textFor(metadata: Metadata): string {
  const names = metadata.dependencies.map((one) => textOf(fieldOf(one, 'name')))
  const rows = [
    ['NAME', metadata.name],
    ['CHART', metadata.chart],
    ['VERSION', metadata.version],
    ['APP_VERSION', metadata.appVersion],
    ['ANNOTATIONS', pairsText(metadata.annotations)],
    ['LABELS', pairsText(metadata.labels)],
    ['DEPENDENCIES', names.toSorted(compareStrings).join(',')],
    ['NAMESPACE', metadata.namespace],
    ['REVISION', String(metadata.revision)],
    ['STATUS', metadata.status],
    ['DEPLOYED_AT', metadata.deployedAt],
    ['APPLY_METHOD', methodText(metadata.applyMethod)],
  ]
  return rows.map(([title, text]) => `${title}: ${text}\n`).join('')
}

function methodText(method: string): string {
  if (method === '') return 'client-side apply (defaulted)'
  if (method === 'csa') return 'client-side apply'
  return method === 'ssa' ? 'server-side apply' : `unknown (${JSON.stringify(method)})`
}

/** The fields that are empty are left out, as in Helm. */
function dataOf({ annotations, labels, dependencies, applyMethod, ...always }: Metadata): Plain {
  const { name, chart, version, appVersion, namespace, revision, status, deployedAt } = always
  return {
    name,
    chart,
    version,
    appVersion,
    annotations: filled(annotations),
    labels: filled(labels),
    dependencies: dependencies.length === 0 ? undefined : (dependencies as readonly Plain[]),
    namespace,
    revision,
    status,
    deployedAt,
    applyMethod: applyMethod || undefined,
  }
}

type Texts = Readonly<Record<string, string>>

function filled(texts: Texts): Texts | undefined {
  return Object.keys(texts).length === 0 ? undefined : texts
}

function pairsText(texts: Texts): string {
  return Object.entries(texts)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
}

function sortedTexts(value: Json | Texts | undefined): Texts {
  if (!isJsonObject(value)) return {}
  const entries = Object.entries(value).map(([key, text]) => [key, textOf(text)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => compareStrings(a, b)))
}
