import { expect, test } from 'vitest'
import { sortManifests } from '../../chart/render/manifests.ts'
import type { PlanVerb } from './plan.ts'
import { planHooks } from './plan-hooks.ts'

function hook(kind: string, name: string, events: string, weight = '0'): string {
  const annotations = `{helm.sh/hook: "${events}", helm.sh/hook-weight: "${weight}"}`
  return `---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, annotations: ${annotations}}\n`
}

const text = [
  hook('Pod', 'late', 'pre-install,pre-upgrade', '5'),
  hook('Pod', 'b', 'pre-install'),
  hook('Pod', 'a', 'pre-install'),
  hook('Secret', 'b', 'pre-install'),
  hook('Pod', 'early', 'pre-install', '-1'),
  hook('Pod', 'after', 'post-install, post-upgrade'),
  hook('Pod', 'gone', 'post-delete'),
  hook('Pod', 'check', 'test'),
].join('')
const { hooks } = sortManifests(new Map([['a/templates/hooks.yaml', text]]), () => {})

test.each<{ verb: PlanVerb; run: string[] }>([
  {
    verb: 'install',
    run: ['Pod early', 'Pod a', 'Secret b', 'Pod b', 'Pod late', 'Pod after'],
  },
  { verb: 'upgrade', run: ['Pod late', 'Pod after'] },
  { verb: 'rollback', run: [] },
  { verb: 'uninstall', run: ['Pod gone'] },
])('$verb runs its hooks by weight, name and kind', ({ verb, run }) => {
  const planned = planHooks(verb, hooks, 'shop')
  expect(planned.map(({ id }) => `${id.kind} ${id.name}`)).toEqual(run)
})

test('a hook is told with its namespace and what deletes it', () => {
  expect(planHooks('uninstall', hooks, 'shop')).toMatchObject([
    { event: 'post-delete', id: { namespace: 'shop' }, deletePolicies: ['before-hook-creation'] },
  ])
})
