import { type Digest, parseDigest } from './digest.ts'
import { OciError } from './errors.ts'

/** Where an image or a chart is: a registry, a repository in it, and what of it. */
export interface Reference {
  /** Host with port, as the user means it: docker.io stands for Docker Hub. */
  readonly host: string
  readonly repository: string
  readonly tag: string | undefined
  readonly digest: Digest | undefined
}

const dockerHub = 'docker.io'
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?'
const hostPattern = new RegExp(`^(?:${label}(?:\\.${label})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?$`)
const repositoryPattern =
  /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/
const tagPattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/
const maxRepositoryLength = 255
const maxReferenceLength = 1024

/**
 * Reads an image as `docker` and `skopeo` do: without a host it is on Docker Hub, there `library/` is
 * understood, and `latest` is meant when neither tag nor digest is given.
 */
export function parseReference(text: string): Reference {
  const parts = splitReference(text)
  const { host, path } = splitDockerHost(parts.name)
  const official = host === dockerHub && !path.includes('/')
  const repository = checkRepository(official ? `library/${path}` : path, text)
  if (/^[a-f0-9]{64}$/.test(parts.name)) {
    throw bad(text, 'is 64 hexadecimal digits, which is an image id and no name')
  }
  const tag = parts.tag ?? (parts.digest === undefined ? 'latest' : undefined)
  return { host: checkHost(host, text), repository, tag, digest: parts.digest }
}

/** Reads a place as Helm does: `oci://` or nothing, then always a host; no tag is made up. */
export function parseRegistryReference(text: string): Reference {
  const parts = splitReference(text.replace(/^oci:\/\//, ''))
  const slash = parts.name.indexOf('/')
  if (slash < 0) throw bad(text, 'has no repository after the registry host')
  const host = checkHost(parts.name.slice(0, slash), text)
  const repository = checkRepository(parts.name.slice(slash + 1), text)
  return { host, repository, tag: parts.tag, digest: parts.digest }
}

/** The reference in full; parsing it gives the same again. */
export function formatReference({ host, repository, tag, digest }: Reference): string {
  const name = `${host}/${repository}`
  return `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`
}

export function isRepositoryName(text: string): boolean {
  return text.length <= maxRepositoryLength && repositoryPattern.test(text)
}

export function isTag(text: string): boolean {
  return tagPattern.test(text)
}

interface Parts {
  readonly name: string
  readonly tag: string | undefined
  readonly digest: Digest | undefined
}

function splitReference(text: string): Parts {
  if (text === '') throw bad(text, 'is empty')
  if (text.length > maxReferenceLength) throw bad(text.slice(0, 100), 'is too long')
  if (text.includes('://')) throw bad(text, 'has a scheme, which a reference has not')
  const at = text.indexOf('@')
  const digest = at < 0 ? undefined : parseDigest(text.slice(at + 1))
  const named = at < 0 ? text : text.slice(0, at)
  // A colon before the last slash belongs to the port of the host.
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1)
  if (colon < 0) return { name: named, tag: undefined, digest }
  const tag = named.slice(colon + 1)
  if (!isTag(tag)) throw bad(text, `has the tag ${JSON.stringify(tag)}, which is not one`)
  return { name: named.slice(0, colon), tag, digest }
}

function splitDockerHost(name: string): { readonly host: string; readonly path: string } {
  const slash = name.indexOf('/')
  const first = slash < 0 ? '' : name.slice(0, slash)
  // A first part that could be a folder on Docker Hub is one: only a dot, a port, an upper-case
  // letter or localhost make a host.
  const isHost = /[.:A-Z[]/.test(first) || first === 'localhost'
  if (!isHost) return { host: dockerHub, path: name }
  const host = first === 'index.docker.io' ? dockerHub : first
  return { host, path: name.slice(slash + 1) }
}

function checkHost(host: string, text: string): string {
  if (!hostPattern.test(host)) throw bad(text, `has the host ${JSON.stringify(host)}`)
  const port = /:([0-9]+)$/.exec(host.replace(/^\[.*\]/, ''))?.[1]
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) {
    throw bad(text, `has the port ${port}`)
  }
  return host
}

function checkRepository(repository: string, text: string): string {
  if (isRepositoryName(repository)) return repository
  if (repository.toLowerCase() !== repository && isRepositoryName(repository.toLowerCase())) {
    throw bad(text, `has the repository ${repository}, which must be lower case`)
  }
  throw bad(text, `has the repository ${JSON.stringify(repository)}, which is not a name`)
}

function bad(text: string, why: string): OciError {
  return new OciError('bad-reference', `reference ${JSON.stringify(text)} ${why}`)
}
