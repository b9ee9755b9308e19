import type { KnownCluster } from '../journal/journal.ts'
import type { ClusterPlan, Machine } from './cluster-plan.ts'
import type { Operation } from './run-conditions.ts'

/**
 * The next operation that brings a cluster to its plan. Machines leave before others join: an address may come again as
 * another machine. A cluster that is not made yet is made in the version of the plan.
 */
export function chooseOperation(plan: ClusterPlan, known: KnownCluster): Operation {
  const wanted = new Set(plan.machines.map(({ ip }) => ip))
  const leaving = known.machines.filter(({ ip }) => !wanted.has(ip))
  if (leaving.length > 0) return { is: 'scaleDown', plan, leaving }
  if (known.version !== undefined && known.version !== plan.version) {
    // Machines that the plan adds join when the others have the version that they come with.
    const there = new Set(known.machines.map(({ ip }) => ip))
    const machines = plan.machines.filter(({ ip }) => there.has(ip))
    return { is: 'upgrade', plan: { ...plan, machines }, leaving: [] }
  }
  return { is: 'create', plan, leaving: [] }
}

/** Why machines cannot leave: everything in a cluster speaks to its API by the address that it was made with. */
export function leavingProblem(
  leaving: readonly Pick<Machine, 'ip'>[],
  kubeconfig: string | undefined,
): string | undefined {
  const [, server = ''] = /^\s*server:\s*["']?(\S+?)["']?\s*$/m.exec(kubeconfig ?? '') ?? []
  const host = URL.parse(server)?.hostname.replace(/^\[|\]$/g, '')
  const found = leaving.find(({ ip }) => ip === host)
  if (found === undefined) return undefined
  const todo =
    'put it back into the list; a cluster whose endpoint is a name or a load balancer can lose any machine'
  return `machine ${found.ip} cannot leave, the API of the cluster has its address (${server}): ${todo}`
}

/** The knowledge of a cluster when an operation begins: machines are noted before anything is done to them. */
export function knownBefore({ is, plan }: Operation, known: KnownCluster): KnownCluster {
  if (is !== 'create') return known
  const others = known.machines.filter(({ ip }) => !plan.machines.some((one) => one.ip === ip))
  return { ...known, machines: [...plan.machines, ...others] }
}

/** The knowledge of it when the operation is done. */
export function knownAfter({ is, plan, leaving }: Operation, known: KnownCluster): KnownCluster {
  switch (is) {
    case 'create':
      return { machines: plan.machines, version: plan.version }
    case 'upgrade':
      return { ...known, version: plan.version }
    case 'scaleDown': {
      const gone = new Set(leaving.map(({ ip }) => ip))
      return { ...known, machines: known.machines.filter(({ ip }) => !gone.has(ip)) }
    }
    case 'delete':
      return { machines: [] }
  }
}
