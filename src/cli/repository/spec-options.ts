import type { JsonObject } from '../../objects/json.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readCount } from '../options/read-count.ts'

/** The options that describe a repository. */
export const repositorySpecOptions = {
  type: {
    kind: 'choice',
    value: 'type',
    choices: ['http', 'oci', 'git', 'folder'],
    summary: 'the kind of server; taken from the address unless given',
  },
  charts: {
    kind: 'list',
    value: 'NAME',
    summary: 'the charts of a registry, which cannot list them',
  },
  priority: {
    kind: 'text',
    value: 'NUMBER',
    summary: 'the lower number wins where two have the same version of a chart; 50 unless given',
  },
  interval: {
    kind: 'text',
    value: 'DURATION',
    summary: 'how often the index is read; 10m unless given',
  },
  'credentials-secret': {
    kind: 'text',
    value: 'SECRET',
    summary: 'with username and password, a token, or a docker config',
  },
  'ca-secret': {
    kind: 'text',
    value: 'SECRET',
    summary: 'with the authority of the server as ca.crt',
  },
  origin: {
    kind: 'choice',
    value: 'origin',
    choices: ['builtin', 'platform', 'custom'],
    summary: 'how its charts are labelled; counts in the platform namespace only',
  },
  'allow-namespace': {
    kind: 'list',
    value: 'NAMESPACE',
    summary: 'makes it private: only these namespaces see it, besides its own',
  },
} as const satisfies Record<string, OptionSpec>

type RepositoryFlags = {
  readonly [
    K in keyof typeof repositorySpecOptions
  ]: (typeof repositorySpecOptions)[K]['kind'] extends 'list'
    ? readonly string[]
    : string | undefined
}

/** The fields of the spec that were given. */
export function repositoryFieldsOf(given: RepositoryFlags): JsonObject | UsageError {
  const priority = readCount('priority', given.priority, -1)
  if (priority instanceof UsageError) return priority
  const charts = given.charts.flatMap((one) => one.split(','))
  const allowedNamespaces = given['allow-namespace'].flatMap((one) => one.split(','))
  const credentials = given['credentials-secret']
  const ca = given['ca-secret']
  return {
    ...(given.type === undefined ? {} : { type: given.type }),
    ...(charts.length === 0 ? {} : { charts }),
    ...(priority === -1 ? {} : { priority }),
    ...(given.interval === undefined ? {} : { interval: given.interval }),
    ...(credentials === undefined ? {} : { credentials: { secretName: credentials } }),
    ...(ca === undefined ? {} : { tls: { caSecretName: ca } }),
    ...(given.origin === undefined ? {} : { origin: given.origin }),
    ...(allowedNamespaces.length === 0 ? {} : { visibility: 'private', allowedNamespaces }),
  }
}
