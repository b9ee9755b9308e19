import { isPrint, quote } from '../../formats/quote.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { isSpace } from '../../formats/unicode/space.ts'
import { ChartError } from '../errors.ts'
import type { Dependency, Metadata } from './metadata.ts'

/** The metadata with unprintable characters taken out, or an error in Helm's words. */
export function validateMetadata(raw: Metadata): Metadata {
  const metadata = sanitizeMetadata(raw)
  const { apiVersion, name, version, type } = metadata
  if (apiVersion === '') fail('chart.metadata.apiVersion is required')
  if (name === '') fail('chart.metadata.name is required')
  if (name === '.' || name === '..') fail(`chart.metadata.name ${quote(name)} is not allowed`)
  if (name.includes('/')) fail(`chart.metadata.name ${quote(name)} is invalid`)
  if (version === '') fail('chart.metadata.version is required')
  if (!parseVersion(version).ok) fail(`chart.metadata.version ${quote(version)} is invalid`)
  if (!['', 'application', 'library'].includes(type)) {
    fail('chart.metadata.type must be application or library')
  }
  checkDependencies(metadata.dependencies ?? [])
  return metadata
}

function checkDependencies(dependencies: readonly Dependency[]): void {
  const seen = new Set<string>()
  for (const { name, alias } of dependencies) {
    if (alias !== '' && !/^[a-zA-Z0-9_-]+$/.test(alias)) {
      fail(`dependency ${quote(name)} has disallowed characters in the alias`)
    }
    const key = alias === '' ? name : alias
    if (seen.has(key)) fail(`more than one dependency with name or alias ${quote(key)}`)
    seen.add(key)
  }
}

function sanitizeMetadata(metadata: Metadata): Metadata {
  return {
    ...metadata,
    name: sanitize(metadata.name),
    description: sanitize(metadata.description),
    home: sanitize(metadata.home),
    icon: sanitize(metadata.icon),
    condition: sanitize(metadata.condition),
    tags: sanitize(metadata.tags),
    appVersion: sanitize(metadata.appVersion),
    kubeVersion: sanitize(metadata.kubeVersion),
    sources: metadata.sources.map(sanitize),
    keywords: metadata.keywords.map(sanitize),
    maintainers: metadata.maintainers.map((one) => ({
      name: sanitize(one.name),
      email: sanitize(one.email),
      url: sanitize(one.url),
    })),
    dependencies: metadata.dependencies?.map((one) => ({
      ...one,
      name: sanitize(one.name),
      version: sanitize(one.version),
      repository: sanitize(one.repository),
      condition: sanitize(one.condition),
      tags: one.tags.map(sanitize),
    })),
  }
}

function sanitize(text: string): string {
  let clean = ''
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0
    if (isSpace(point)) clean += ' '
    else if (isPrint(point)) clean += char
  }
  return clean
}

function fail(problem: string): never {
  throw new ChartError('metadata', `validation: ${problem}`)
}
