import { describe, expect, test } from 'vitest'
import { siteOfText } from '../../expansion/merge/read-site.ts'
import { createAuthority } from '../../apiserver/certificates/authority.ts'
import { clusterPlan } from './cluster-plan.ts'
import { scriptEnvironment, secretValues } from './script-environment.ts'

function planOf(text: string) {
  return clusterPlan(siteOfText(text, 'site.yaml').site)
}

const machines = `
  machines:
    - {ip: 198.18.0.11, secretName: login}
    - {ip: 198.18.0.12, secretName: login, name: second}
    - {ip: "2001:db8::1", secretName: login, role: worker, labels: {zone: b, disk: ssd}}
`

describe('a plan', () => {
  test('is made of a site', () => {
    const { plan, problems } = planOf(
      `registry: {address: "registry.example:5000", namespace: base}\ncluster:\n  version: v1.36.3${machines}`,
    )
    expect(problems).toEqual([])
    expect(plan).toMatchObject({
      name: 'global',
      version: '1.36.3',
      endpoint: '198.18.0.11:6443',
      imageRepository: 'registry.example:5000/base',
    })
    expect(plan.machines.map(({ name, role }) => `${name} ${role}`)).toEqual([
      '198.18.0.11 control-plane',
      'second control-plane',
      '2001-db8--1 worker',
    ])
  })

  test.each([
    { name: 'no version', text: 'cluster: {}', problem: 'cluster.version: wanted a version' },
    {
      name: 'a name in the place of an address',
      text: 'cluster: {version: 1.36.3, machines: [{ip: host.example}]}',
      problem: 'cluster.machines: host.example is not an address',
    },
    {
      name: 'workers alone',
      text: 'cluster: {version: 1.36.3, machines: [{ip: 198.18.0.1, role: worker}]}',
      problem: 'cluster.machines: none has the role control-plane',
    },
    {
      name: 'two machines with one name',
      text: 'cluster: {version: 1.36.3, machines: [{ip: 198.18.0.1, name: a}, {ip: 198.18.0.2, name: a}]}',
      problem: 'cluster.machines: two machines have the name a',
    },
    {
      name: 'an endpoint without a port',
      text: 'cluster: {version: 1.36.3, endpoint: api.example, machines: [{ip: 198.18.0.1}]}',
      problem: 'cluster.endpoint: wanted HOST:PORT, found api.example',
    },
  ])('with $name is refused', ({ text, problem }) => {
    expect(planOf(text).problems.join('\n')).toContain(problem)
  })
})

describe('the variables of a script', () => {
  const { certificate } = createAuthority('kubernetes')
  const secrets = {
    token: 'abcdef.0123456789abcdef',
    certificateKey: 'f'.repeat(64),
    outputs: { ca: certificate, kubeconfig: 'secret' },
  }
  const { plan } = planOf(`cluster:
  version: 1.36.3
  apiServerExtraArgs: {v: "2"}
  kubeletExtraArgs: {max-pods: "50"}
  etcd: {local: {dataDir: /data/etcd}}${machines}`)

  test('say everything about the cluster and the machine', () => {
    const env = scriptEnvironment(plan, plan.machines[2], secrets)
    expect(env).toMatchObject({
      OUTRIGGER_FIRST_MACHINE: '198.18.0.11',
      OUTRIGGER_CONTROL_PLANE: '198.18.0.11 198.18.0.12',
      OUTRIGGER_MACHINE: '2001:db8::1',
      OUTRIGGER_MACHINE_ROLE: 'worker',
      OUTRIGGER_OUTPUT_KUBECONFIG: 'secret',
      OUTRIGGER_API_SERVER_ARGS: '[{"name":"v","value":"2"}]',
      OUTRIGGER_ETCD:
        '{"local":{"dataDir":"/data/etcd","extraArgs":[],"serverCertSANs":[],"peerCertSANs":[]}}',
    })
    expect(JSON.parse(env['OUTRIGGER_KUBELET_ARGS'] ?? '')).toEqual([
      { name: 'node-ip', value: '2001:db8::1' },
      { name: 'node-labels', value: 'disk=ssd,zone=b' },
      { name: 'max-pods', value: '50' },
    ])
    expect(env['OUTRIGGER_CA_HASH']).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  test('have no hash before there is a certificate', () => {
    const env = scriptEnvironment(plan, undefined, { ...secrets, outputs: {} })
    expect(env).toMatchObject({ OUTRIGGER_CA_HASH: '', OUTRIGGER_MACHINE: '' })
  })

  test('are hidden where they are secret', () => {
    expect(secretValues(secrets)).toEqual([
      secrets.token,
      secrets.certificateKey,
      certificate,
      'secret',
    ])
  })
})
