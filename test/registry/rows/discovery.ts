import { expect } from 'vitest'
import { ociIndexType } from '../../../src/oci/media-types.ts'
import type { Exchange } from '../exchange.ts'
import { type Row, nowhere, tagsIn, unpaged } from '../row.ts'

const plainText = 'text/plain; charset=utf-8'
const goNotFound = '404 page not found\n'
const referrersOf = (entries: string) =>
  `{"schemaVersion":2,"mediaType":"${ociIndexType}","manifests":[${entries}]}`

export const discovery: readonly Row[] = [
  {
    name: 'lists tags',
    run: async (at) => {
      await pushTags(at, ['b', 'a', 'c'])
      const reply = await at.send('GET', 'tags/list')
      expect(tagsIn(reply).toSorted()).toEqual(['a', 'b', 'c'])
      return reply
    },
    status: 200,
  },
  {
    name: 'lists a page of tags in order and names the next',
    run: async (at) => {
      await pushTags(at, ['b', 'a', 'c'])
      return at.send('GET', 'tags/list?n=2')
    },
    status: 200,
    // Version 2.8 gives all tags at once, in the order in which the disk has them.
    tags: { embedded: 'a b', 'docker-registry': unpaged },
    headers: {
      link: {
        embedded: '</v2/discovery/row-1/tags/list?n=2&last=b>; rel="next"',
        'docker-registry': null,
      },
    },
  },
  {
    name: 'lists what comes after a tag',
    run: async (at) => {
      await pushTags(at, ['b', 'a', 'c'])
      return at.send('GET', 'tags/list?n=5&last=a')
    },
    status: 200,
    tags: { embedded: 'b c', 'docker-registry': unpaged },
  },
  {
    name: 'does not list a repository that is not there',
    run: (at) => at.send('GET', 'tags/list'),
    status: 404,
    code: 'NAME_UNKNOWN',
  },
  {
    name: 'lists repositories',
    run: async (at) => {
      await pushTags(at, ['a'])
      const reply = await at.send('GET', '/v2/_catalog?n=1000')
      expect(JSON.parse(reply.text)).toMatchObject({
        repositories: expect.arrayContaining([at.name]) as unknown,
      })
      return reply
    },
    status: 200,
  },
  {
    name: 'lists who refers to a manifest',
    run: async (at) => {
      const { subject, referrer } = await pushReferrer(at)
      const reply = await at.send('GET', `referrers/${subject}`)
      return { ...reply, text: reply.text.replaceAll(referrer, 'REFERRER') }
    },
    // Version 2.8 is older than the referrers API: clients fall back to a tag.
    status: { embedded: 200, 'docker-registry': 404 },
    headers: { 'content-type': { embedded: ociIndexType, 'docker-registry': plainText } },
    text: {
      embedded: referrersOf(
        '{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"REFERRER","size":599,' +
          '"artifactType":"application/vnd.example","annotations":{"made":"here"}}',
      ),
      'docker-registry': goNotFound,
    },
  },
  {
    name: 'lists who refers to a manifest by type',
    run: async (at) => {
      const { subject } = await pushReferrer(at)
      const reply = await at.send('GET', `referrers/${subject}?artifactType=other`)
      return reply
    },
    status: { embedded: 200, 'docker-registry': 404 },
    headers: { 'oci-filters-applied': { embedded: 'artifactType', 'docker-registry': null } },
    text: { embedded: referrersOf(''), 'docker-registry': goNotFound },
  },
  {
    name: 'lists nobody for a digest that is not there',
    run: (at) => at.send('GET', `referrers/${nowhere}`),
    status: { embedded: 200, 'docker-registry': 404 },
    text: { embedded: referrersOf(''), 'docker-registry': goNotFound },
  },
]

async function pushTags(at: Exchange, tags: readonly string[]): Promise<void> {
  const { text } = await at.image('tagged')
  for (const tag of tags) await at.putManifest(tag, text)
}

async function pushReferrer(at: Exchange) {
  const image = await at.image('a subject')
  await at.putManifest(image.digest, image.text)
  const referrer = await at.image('a referrer', {
    artifactType: 'application/vnd.example',
    annotations: { made: 'here' },
    subject: {
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      digest: image.digest,
      size: image.text.length,
    },
  })
  await at.putManifest(referrer.digest, referrer.text)
  return { subject: image.digest, referrer: referrer.digest }
}
