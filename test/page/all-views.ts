import type { PageStage } from './open-page-stage.ts'

/** Every view by its address, on a stage that was furnished. */
export const allViews: readonly string[] = [
  '/',
  '/instances',
  '/instances/default/metrics',
  '/instances/default/metrics?tab=objects',
  '/instances/default/dns?tab=history',
  '/instances/default/dns?tab=values&all=true',
  '/instances/default/dns?tab=rendered',
  '/instances/default/dns?tab=drift',
  '/instances/default/metrics/edit',
  '/instances/default/metrics/edit?tab=defaults',
  '/plugins',
  '/catalogue',
  '/catalogue/ingress',
  '/catalogue/ingress?tab=permissions',
  '/catalogue/ingress?tab=changes',
  '/catalogue/ingress/install',
  '/catalogue/ingress/install?tab=text',
  '/catalogue/ingress/install?tab=rendered',
  '/graph',
  '/clusters',
  '/clusters/local',
  '/clusters/local/rehearsal',
  '/add/cluster',
  '/matrix',
  '/administration/repositories',
  '/administration/extensions',
  '/administration/profiles',
  '/administration/write/profiles',
  '/administration/import',
  '/administration/sites',
  '/administration/audit',
  '/nowhere',
]

/** Puts something into every view: a cluster, instances that are ready, and one that hangs. */
export async function furnish({ outrigger }: PageStage): Promise<void> {
  await outrigger('cluster', 'create', 'local', '--in-cluster', '--wait', '-q')
  for (const name of ['metrics', 'dns', 'cert-issuer']) await outrigger('instance', 'create', name)
  for (const name of ['metrics', 'dns']) await outrigger('instance', 'wait', name)
  const image = 'image.registry=sandbox.outrigger.dev,image.repository=missing-image'
  await outrigger('instance', 'create', 'local-storage', '--set', image)
}
