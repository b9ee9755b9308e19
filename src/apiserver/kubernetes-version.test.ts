import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localClient } from './local-client-for-test.ts'
import { openFolder } from './storage/node-files.ts'

const flow = '/apis/flowcontrol.apiserver.k8s.io'

test.each([
  { minor: 29, path: `${flow}/v1beta3/flowschemas`, status: 200 },
  { minor: 31, path: `${flow}/v1beta3/flowschemas`, status: 200 },
  { minor: 32, path: `${flow}/v1beta3/flowschemas`, status: 404 },
  { minor: 29, path: `${flow}/v1/flowschemas`, status: 200 },
  {
    minor: 29,
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
    status: 404,
  },
  {
    minor: 30,
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
    status: 200,
  },
  { minor: 33, path: '/apis/networking.k8s.io/v1/servicecidrs', status: 200 },
  { minor: 32, path: '/apis/networking.k8s.io/v1/servicecidrs', status: 404 },
  { minor: 33, path: '/apis/resource.k8s.io/v1/deviceclasses', status: 404 },
  { minor: 34, path: '/apis/resource.k8s.io/v1/deviceclasses', status: 200 },
  {
    minor: 36,
    path: '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies',
    status: 200,
  },
])('1.$minor answers $status for $path', async ({ minor, path, status }) => {
  const { send, server } = await localClient({ minor })
  expect(await send('GET', path)).toMatchObject({ status })
  await server.close()
})

test.each([29, 30, 31, 32, 33, 34, 35, 36])('1.%i says so', async (minor) => {
  const { send, server } = await localClient({ minor })
  const { body } = await send('GET', '/version')
  expect(body).toMatchObject({ major: '1', minor: String(minor) })
  const discovered = await send('GET', '/apis')
  expect(JSON.stringify(discovered.body).includes('v1beta3')).toBe(minor < 32)
  await server.close()
})

test('a minor that nobody knows is refused', async () => {
  await expect(localClient({ minor: 28 })).rejects.toThrow('1.29 to 1.36, not 1.28')
})

test('what a minor does not serve stays stored and comes back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-minor-'))
  const at = async (minor: number) => localClient({ minor, files: await openFolder(folder) })
  const classes = '/apis/storage.k8s.io/v1/volumeattributesclasses'
  const old = `${flow}/v1beta3/flowschemas`
  const newest = await at(36)
  const made = { metadata: { name: 'gold' }, driverName: 'disk', parameters: { iops: '9' } }
  expect(await newest.send('POST', classes, made)).toMatchObject({ status: 201 })
  await newest.server.close()
  const oldest = await at(29)
  expect(await oldest.send('GET', classes)).toMatchObject({ status: 404 })
  const schema = {
    metadata: { name: 'mine' },
    spec: { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence: 5 },
  }
  const created = await oldest.send('POST', old, schema)
  expect(created).toMatchObject({
    status: 201,
    body: { apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3' },
    warnings: [expect.stringContaining('is deprecated in v1.29+, unavailable in v1.32+; use')],
  })
  await oldest.server.close()
  const again = await at(36)
  expect(await again.send('GET', `${classes}/gold`)).toMatchObject({ body: made })
  expect(await again.send('GET', `${flow}/v1/flowschemas/mine`)).toMatchObject({
    body: { apiVersion: 'flowcontrol.apiserver.k8s.io/v1', spec: schema.spec },
  })
  await again.server.close()
  await rm(folder, { recursive: true })
})
