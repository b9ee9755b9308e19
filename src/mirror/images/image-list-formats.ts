import { compareStrings } from '../../formats/go-string.ts'
import { type ImageReference, formatImage } from '../../images/image-reference.ts'
import type { DescribedImage } from './describe-images.ts'

/** The forms in which other programs take a list of images. */
export const listFormats = ['skopeo', 'crane', 'hauler', 'spdx', 'cyclonedx'] as const
export type ListFormat = (typeof listFormats)[number]

interface Written {
  readonly subject: string
  readonly images: readonly DescribedImage[]
  /** When the list was made, as RFC 3339 writes it. */
  readonly created: string
}

/** The list as the named program reads it. */
export function writeList(format: ListFormat, list: Written): string {
  switch (format) {
    case 'skopeo':
      return skopeoSync(list.images)
    case 'hauler':
      return haulerManifest(list.images)
    case 'spdx':
      return jsonText(spdxDocument(list))
    case 'cyclonedx':
      return jsonText(cycloneDocument(list))
    case 'crane':
    default:
      return list.images.map(({ reference }) => `${fullName(reference)}\n`).join('')
  }
}

function fullName(reference: ImageReference): string {
  const { tag, digest } = reference
  return formatImage({ ...reference, tag: tag ?? (digest === undefined ? 'latest' : undefined) })
}

// The file that `skopeo sync --src yaml` takes: registries with repositories with tags and digests.
function skopeoSync(images: readonly DescribedImage[]): string {
  const byHost = Map.groupBy(images, ({ reference }) => reference.host)
  return sorted(byHost)
    .map(([host, those]) => {
      const byName = Map.groupBy(those, ({ reference }) => reference.repository)
      const lines = sorted(byName).map(([name, some]) => {
        const versions = some.map(({ reference: { tag, digest } }) => digest ?? tag ?? 'latest')
        const listed = [...new Set(versions)].toSorted(compareStrings)
        return `    ${name}:\n${listed.map((one) => `      - ${JSON.stringify(one)}\n`).join('')}`
      })
      // Registries of this machine are spoken to without TLS, by skopeo only if the file says so.
      const plain = isLoopback(host) ? '  tls-verify: false\n' : ''
      return `${JSON.stringify(host)}:\n${plain}  images:\n${lines.join('')}`
    })
    .join('')
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host)
}

function sorted<T>(map: ReadonlyMap<string, T>): readonly [string, T][] {
  return [...map].toSorted(([a], [b]) => compareStrings(a, b))
}

function haulerManifest(images: readonly DescribedImage[]): string {
  const names = images.map(({ reference }) => `    - name: ${fullName(reference)}\n`)
  const head = 'apiVersion: content.hauler.cattle.io/v1\nkind: Images\nmetadata:\n  name: images\n'
  return `${head}spec:\n  images:${names.length === 0 ? ' []\n' : `\n${names.join('')}`}`
}

// A package URL as the specification of purl writes images: by digest, with the tag beside it.
function packageUrl({ reference, digest }: DescribedImage): string {
  const { host, repository, tag } = reference
  const name = repository.slice(repository.lastIndexOf('/') + 1)
  const sum = reference.digest ?? digest
  const version = sum === undefined ? '' : `@${encodeURIComponent(sum)}`
  const place = `repository_url=${encodeURIComponent(`${host}/${repository}`)}`
  const tagged = tag === undefined ? '' : `&tag=${encodeURIComponent(tag)}`
  return `pkg:oci/${name}${version}?${place}${tagged}`
}

function spdxDocument({ subject, images, created }: Written): unknown {
  const packages = images.map((image, at) => ({
    SPDXID: imageId(at),
    name: `${image.reference.host}/${image.reference.repository}`,
    versionInfo: image.reference.tag ?? image.reference.digest ?? 'latest',
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    primaryPackagePurpose: 'CONTAINER',
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: packageUrl(image),
      },
    ],
    ...checksums(image),
  }))
  // A document has to describe something, also when there is no image.
  const subjectPackage = {
    SPDXID: 'SPDXRef-subject',
    name: subject,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
  }
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `images of ${subject}`,
    documentNamespace: `https://outrigger.dev/spdx/${encodeURIComponent(subject)}/${created}`,
    creationInfo: { created, creators: ['Tool: outrigger'] },
    packages: [subjectPackage, ...packages],
    relationships: [
      relation('SPDXRef-DOCUMENT', 'DESCRIBES', subjectPackage.SPDXID),
      ...images.map(({ certainty }, at) =>
        certainty === 'certain'
          ? relation(subjectPackage.SPDXID, 'DEPENDS_ON', imageId(at))
          : relation(imageId(at), 'OPTIONAL_DEPENDENCY_OF', subjectPackage.SPDXID),
      ),
    ],
  }
}

function imageId(at: number): string {
  return `SPDXRef-image-${at + 1}`
}

function relation(from: string, relationshipType: string, to: string): object {
  return { spdxElementId: from, relationshipType, relatedSpdxElement: to }
}

function checksums({ reference, digest }: DescribedImage): object {
  const sum = /^sha256:([0-9a-f]{64})$/.exec(reference.digest ?? digest ?? '')?.[1]
  return sum === undefined ? {} : { checksums: [{ algorithm: 'SHA256', checksumValue: sum }] }
}

function cycloneDocument({ subject, images, created }: Written): unknown {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: created,
      tools: { components: [{ type: 'application', name: 'outrigger' }] },
      component: { type: 'application', name: subject, 'bom-ref': 'subject' },
    },
    components: images.map((image) => ({
      type: 'container',
      'bom-ref': packageUrl(image),
      name: `${image.reference.host}/${image.reference.repository}`,
      version: image.reference.tag ?? image.reference.digest ?? 'latest',
      purl: packageUrl(image),
      scope: image.certainty === 'certain' ? 'required' : 'optional',
      properties: [
        { name: 'outrigger:certainty', value: image.certainty },
        ...image.with.map((value) => ({ name: 'outrigger:with', value })),
        ...(image.why === undefined ? [] : [{ name: 'outrigger:why', value: image.why }]),
      ],
    })),
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
