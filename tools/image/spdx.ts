import { createHash } from 'node:crypto'

/** A piece of somebody else's work in what we ship. */
export interface ShippedPart {
  readonly type: 'npm' | 'deb'
  readonly name: string
  readonly version: string
  /** As an SPDX expression, where its author says one. */
  readonly licence?: string | undefined
}

export interface Shipped {
  readonly name: string
  readonly version: string
  readonly parts: readonly ShippedPart[]
}

/** A bill of materials in SPDX 2.3. The same parts give the same text: its moment is that of reproducible builds, 1970. */
export function spdxText({ name, version, parts }: Shipped): string {
  const subject = { ...packageOf('SPDXRef-subject', { name, version, licence: 'Apache-2.0' }) }
  const listed = parts.map((part, at) => ({
    ...packageOf(`SPDXRef-part-${at + 1}`, part),
    externalRefs: [purlOf(part)],
  }))
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${name}-${version}`,
    documentNamespace: `https://outrigger.dev/spdx/${name}/${version}/${digest}`,
    creationInfo: { created: '1970-01-01T00:00:00Z', creators: [`Tool: ${name}-${version}`] },
    packages: [subject, ...listed],
    relationships: [
      relation('SPDXRef-DOCUMENT', 'DESCRIBES', subject.SPDXID),
      ...listed.map(({ SPDXID }) => relation(subject.SPDXID, 'CONTAINS', SPDXID)),
    ],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function packageOf(
  SPDXID: string,
  { name, version, licence }: Pick<ShippedPart, 'name' | 'version' | 'licence'>,
) {
  return {
    SPDXID,
    name,
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: licence ?? 'NOASSERTION',
    copyrightText: 'NOASSERTION',
  }
}

function purlOf({ type, name, version }: ShippedPart) {
  const path = name.split('/').map(encodeURIComponent).join('/')
  const vendor = type === 'deb' ? 'debian/' : ''
  return {
    referenceCategory: 'PACKAGE-MANAGER',
    referenceType: 'purl',
    referenceLocator: `pkg:${type}/${vendor}${path}@${encodeURIComponent(version)}`,
  }
}

function relation(from: string, relationshipType: string, to: string) {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to }
}
