// Where objects come from, and what changed them: annotations that `buildMetadata` asks for.

import { joinPaths } from './loader.ts'
import { parseRepoUrl } from './remote/repo-url.ts'
import * as notes from './resource/annotations.ts'
import type { Resource } from './resource/resource.ts'
import { fieldOf } from './yaml/edit.ts'
import { emptyNode, stringScalar, type YamlNode } from './yaml/node.ts'
import { parseDocument } from './yaml/parse.ts'
import { printNode } from './yaml/print-node.ts'
import { nodeOf } from './yaml/value.ts'

export interface Origin {
  readonly path: string
  readonly repo: string
  readonly ref: string
  readonly configuredIn: string
  readonly configuredBy: ConfiguredBy | undefined
}

export interface ConfiguredBy {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
}

export const noOrigin: Origin = {
  path: '',
  repo: '',
  ref: '',
  configuredIn: '',
  configuredBy: undefined,
}

/** The origin of a file or folder that is named there. */
export function originAt(origin: Origin, path: string): Origin {
  const remote = parseRepoUrl(path)
  if (remote === undefined) return { ...origin, path: joinPaths(origin.path, path) }
  return { ...origin, repo: remote.cloneUrl, ref: remote.ref, path: remote.path }
}

/** The origin of what a field of a kustomization makes or changes. */
export function builtInOrigin(origin: Origin, file: string, kind: string): Origin {
  return {
    ...noOrigin,
    repo: origin.repo,
    ref: origin.ref,
    configuredIn: joinPaths(origin.path, file),
    configuredBy: { apiVersion: 'builtin', kind, name: '', namespace: '' },
  }
}

/** The origin of what a configuration that is an object itself makes or changes. */
export function pluginOrigin(config: Resource): Origin | undefined {
  const text = config.annotations.get(notes.origin)
  if (text === undefined) return undefined
  const read = parseDocument(text)
  const part = (name: string) => fieldOf(read, name)?.value ?? ''
  const { apiVersion, kind, name, namespace } = config
  return {
    path: '',
    repo: part('repo'),
    ref: part('ref'),
    configuredIn: part('path'),
    configuredBy: { apiVersion, kind, name, namespace },
  }
}

export function printOrigin(origin: Origin): string {
  return printNode(originNode(origin))
}

function originNode(origin: Origin): YamlNode {
  const { path, repo, ref, configuredIn, configuredBy } = origin
  const node = mapNode({ path, repo, ref, configuredIn })
  if (configuredBy === undefined) return node
  const { apiVersion, kind, name, namespace } = configuredBy
  const by = mapNode({ apiVersion, kind, name, namespace })
  if (by.content.length > 0) node.content.push(stringScalar('configuredBy'), by)
  return node
}

function mapNode(fields: Readonly<Record<string, string>>): YamlNode {
  const members = Object.entries(fields).filter(([, value]) => value !== '')
  const content = members.flatMap(([key, value]) => [stringScalar(key), nodeOf(value)])
  return { ...emptyNode('map'), content }
}

/** Says where objects come from, unless they say so already. */
export function markOrigin(resources: readonly Resource[], origin: Origin | undefined): void {
  if (origin === undefined) return
  for (const resource of resources) {
    const { annotations } = resource
    if (!annotations.has(notes.origin))
      resource.annotations = annotations.set(notes.origin, printOrigin(origin))
  }
}

/** Adds to what has changed objects; one that comes from nowhere is taken to be made by it. */
export function markTransformation(resources: readonly Resource[], origin: Origin): void {
  for (const resource of resources) {
    // A patch may have deleted it a moment ago.
    if (resource.isEmpty()) continue
    const { annotations } = resource
    if (annotations.has(notes.origin)) {
      const item = printNode({ ...emptyNode('list'), content: [originNode(origin)] })
      const before = annotations.get(notes.transformations) ?? ''
      annotations.set(notes.transformations, before + item)
    } else annotations.set(notes.origin, printOrigin(origin))
    resource.annotations = annotations
  }
}
