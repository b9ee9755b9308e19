import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OperatorStage, platform } from './operator-stage.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: OperatorStage

beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
})

afterAll(() => stage.close())

test('a folder in the shape of a TKE addon is installed without a change', async () => {
  const folder = join(stage.files, 'vip')
  await mkdir(folder, { recursive: true })
  const pod = `apiVersion: v1
kind: Pod
metadata: {name: vip, namespace: kube-system}
spec:
  hostNetwork: true
  containers: [{name: vip, image: {{ .Image }}}]
`
  await writeFile(join(folder, 'vip.yaml'), pod)
  await writeFile(join(folder, 'vip.conf'), 'interface {{ .Interface }}\naddress {{ .VIP }}\n')
  const values = { Image: 'vip:2.0.16', Interface: 'eth0', VIP: '192.0.2.1' }
  await stage.plugin('vip', { kind: 'template', repo: `file://${folder}`, values })
  await stage.ready('vip', 'Installed')

  const found = await stage.get(core('ConfigMap'), platform, 'vip-files')
  expect(found?.['data']).toEqual({ 'vip.conf': 'interface eth0\naddress 192.0.2.1\n' })
  expect(await stage.get(core('Pod'), 'kube-system', 'vip')).toMatchObject({
    spec: { containers: [{ image: 'vip:2.0.16' }] },
  })
})
