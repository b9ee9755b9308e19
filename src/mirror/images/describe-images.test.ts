import { expect, test } from 'vitest'
import { openExchange } from '../../../test/registry/exchange.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { readImage } from '../../images/image-reference.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { describeImages } from './describe-images.ts'
import type { ListedImage } from './image-list.ts'
import { listFormats, writeList } from './image-list-formats.ts'

const signal = new AbortController().signal

function listed(image: string): ListedImage {
  const reference = readImage(image)
  if (reference === undefined) throw new Error(`${image} is no image`)
  return { image, reference, certainty: 'certain', with: [], places: [] }
}

test('a registry is asked for digest and size, and what it lacks is told', async () => {
  const running = await startTemporaryRegistry()
  const transport = createTransport()
  try {
    const at = openExchange(running.url, 'team/app')
    const image = await at.image('layer')
    await at.putManifest('v1', image.text)
    const images = [listed(`${running.host}/team/app:v1`), listed(`${running.host}/team/gone:v1`)]
    const registryOf = (host: string) => connectRegistry(host, { transport })
    const [there, gone] = await describeImages(images, registryOf, signal)
    expect(there).toMatchObject({ digest: image.digest, bytes: 2 + 'layer'.length })
    expect(gone?.unknown).toContain('team/gone')
    expect(gone?.digest).toBeUndefined()
  } finally {
    await transport.close()
    await running.stop()
  }
})

const digest = `sha256:${'0a'.repeat(32)}`
const images = [
  listed('redis'),
  listed('quay.io/a/b:1'),
  listed(`quay.io/a/b:2@${digest}`),
  { ...listed('q.io/c:1'), certainty: 'with', with: ['c.enabled=true'] } as const,
]
const given = { subject: 'demo 1.0.0', images, created: '2026-01-01T00:00:00Z' }

test('lists are written as skopeo, crane and hauler take them', () => {
  expect(writeList('skopeo', given)).toBe(
    `"docker.io":\n  images:\n    library/redis:\n      - "latest"\n"q.io":\n  images:\n    c:\n      - "1"\n` +
      `"quay.io":\n  images:\n    a/b:\n      - "1"\n      - "${digest}"\n`,
  )
  expect(writeList('crane', given)).toBe(
    `docker.io/library/redis:latest\nquay.io/a/b:1\nquay.io/a/b:2@${digest}\nq.io/c:1\n`,
  )
  expect(writeList('hauler', given)).toContain('kind: Images\n')
  expect(writeList('hauler', given)).toContain(`    - name: quay.io/a/b:2@${digest}\n`)
})

test('bills of materials name each image by its package URL', () => {
  const spdx = JSON.parse(writeList('spdx', given)) as {
    packages: { externalRefs?: object[] }[]
  }
  expect(spdx.packages.map(({ externalRefs }) => externalRefs?.[0])).toContainEqual({
    referenceCategory: 'PACKAGE-MANAGER',
    referenceType: 'purl',
    referenceLocator: `pkg:oci/b@${encodeURIComponent(digest)}?repository_url=quay.io%2Fa%2Fb&tag=2`,
  })
  const cyclone = JSON.parse(writeList('cyclonedx', given)) as { components: object[] }
  expect(cyclone.components.at(-1)).toMatchObject({
    type: 'container',
    scope: 'optional',
    properties: [
      { name: 'outrigger:certainty', value: 'with' },
      { name: 'outrigger:with', value: 'c.enabled=true' },
    ],
  })
  expect(listFormats.map((format) => writeList(format, { ...given, images: [] }))).not.toContain(
    'undefined',
  )
})

test.each([{ count: 0 }, { count: 4 }])(
  'an SPDX document of $count images describes the subject, on which the images hang',
  ({ count }) => {
    const text = writeList('spdx', { ...given, images: images.slice(0, count) })
    const { relationships } = JSON.parse(text) as { readonly relationships: readonly object[] }
    const describes = {
      spdxElementId: 'SPDXRef-DOCUMENT',
      relationshipType: 'DESCRIBES',
      relatedSpdxElement: 'SPDXRef-subject',
    }
    expect(relationships[0]).toEqual(describes)
    expect(relationships).toHaveLength(1 + count)
    const isOptional = JSON.stringify(relationships.at(-1)).includes('OPTIONAL_DEPENDENCY_OF')
    expect(isOptional).toBe(count === 4)
  },
)
