import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { OwningStage } from './owning-stage-for-test.ts'
import { ownerIn } from '../record/owner-labels.ts'

const { signal } = new AbortController()
const owner = { kind: 'Plugin', namespace: 'shop', name: 'web', uid: 'one' }
const chart = join('test/charts/charts', 'web-app')
const configMap = '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: b}}'

let home: HelmHome
let cluster: ConnectedClient
let kubeconfig: string

beforeAll(async () => {
  ;({ kubeconfig } = await sharedControlPlane())
  home = await makeHelmHome()
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
})
afterAll(async () => {
  await cluster.close()
  await home.remove()
})

async function ownersIn(stage: OwningStage): Promise<readonly (string | undefined)[]> {
  const found = await stage.ports.store.outline(stage.place, signal)
  return found.map(({ labels }) => ownerIn(labels)?.uid)
}

test.each(['helm3', 'helm4'] as const)(
  '%s carries the owner of a release along',
  async (oracle) => {
    const stage = await OwningStage.open(cluster.client, `owner-${oracle}`, 'leader')
    const helm = async (...words: readonly string[]) => {
      const all = [...words, '-n', stage.place.namespace, '--kubeconfig', kubeconfig]
      const ran = await home.helm(findOracle(oracle), all)
      expect({ words, exit: ran.exitCode, error: ran.stderr }).toMatchObject({ exit: 0 })
    }
    await stage.install({ templates: configMap }, { owner })
    await helm('upgrade', 'r', chart, '--set', 'replicas=1')
    await helm('rollback', 'r', '1')
    expect(await ownersIn(stage)).toEqual(['one', 'one', 'one'])
    const other = { ...owner, name: 'other', uid: 'two' }
    await expect(stage.uninstall({ owner: other })).rejects.toThrow(
      `release r in owner-${oracle} belongs to Plugin shop/web, not to Plugin shop/other`,
    )
    // Taken over, all of its revisions say so, also those that helm would roll back to.
    await stage.ports.store.claim(stage.place, other, signal)
    await helm('rollback', 'r', '2')
    expect(await ownersIn(stage)).toEqual(['two', 'two', 'two', 'two'])
    await stage.uninstall({ owner: other })
    expect(await stage.statuses()).toEqual([])
  },
)
