import type { Change, Fault, DesiredPlugin } from './story.ts'

/** A virtual time as people read it. */
export function tellTime(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3).padStart(8)} s`
}

/** A change in plain words. */
export function tellChange(change: Change): string {
  switch (change.what) {
    case 'create':
      return `somebody creates plugin ${change.plugin}: ${tellDesired(change.desired)}`
    case 'set':
      return `somebody changes plugin ${change.plugin}: ${tellDesired(change.part)}`
    case 'delete':
      return `somebody deletes plugin ${change.plugin}`
    case 'retry':
      return `somebody asks plugin ${change.plugin} to try again`
    case 'plant':
      return tellPlant(change)
    case 'drift':
      return `somebody ${change.how === 'edit' ? 'edits' : 'deletes'} an object of plugin ${change.plugin}`
    case 'rights':
      return `the account of ${change.tenant} may do ${change.may} from now on`
    case 'account':
      return `the account of ${change.tenant} is ${change.is}`
    case 'kubernetes':
      return `the server stops and comes back as Kubernetes 1.${change.minor}`
    case 'restart':
      return `somebody restarts operator ${change.operator}`
    case 'values':
      return change.color === undefined
        ? `somebody deletes the ${change.kind} with the values of plugin ${change.plugin}`
        : `the ${change.kind} with the values of plugin ${change.plugin} says color ${change.color}`
    case 'repository':
      return repositoryTexts[change.is]
    case 'extension':
      return change.offers === undefined
        ? 'somebody deletes the Extension'
        : `the Extension offers chart ${change.offers.chart} in ${change.offers.versions.join(' and ')}`
    case 'instance':
      return change.desired === undefined
        ? `somebody deletes instance ${change.instance}`
        : `somebody writes instance ${change.instance}: color ${change.desired.color}, enabled ${change.desired.enabled}`
    case 'profile':
      return change.color === undefined
        ? 'somebody deletes the Profile'
        : `the Profile enforces the Extension with color ${change.color}`
    case 'cluster':
      return change.is === 'there' ? 'somebody adds Cluster edge' : 'somebody deletes Cluster edge'
  }
}

function tellPlant(change: Extract<Change, { readonly what: 'plant' }>): string {
  switch (change.kind) {
    case 'ConfigMap':
      return `somebody makes ConfigMap ${change.key} by hand${change.on === 'edge' ? ' on Cluster edge' : ''}`
    case 'CustomResourceDefinition':
      return 'somebody brings the definition of Gadgets by hand'
    case 'Job':
      return `helm leaves Job ${change.key} of a hook of another release`
    case 'Plugin':
      return `somebody makes Plugin ${change.key} unless there is one: ${tellDesired(change.desired)}`
  }
}

const repositoryTexts = {
  there: 'the Repository is there for everybody',
  moved: 'the Repository gets another address',
  private: 'the Repository is for the platform only',
  gone: 'somebody deletes the Repository',
} as const

function tellDesired(desired: Partial<DesiredPlugin>): string {
  return Object.entries(desired)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name} ${typeof value === 'object' ? `[${value.join(', ')}]` : value}`,
    )
    .join(', ')
}

/** A fault in plain words. */
export function tellFault(fault: Fault): string {
  const until = 'to' in fault ? ` until ${tellTime(fault.to).trim()}` : ''
  switch (fault.what) {
    case 'lose': {
      const when = fault.when === 'before' ? 'before they arrive' : 'after they were carried out'
      return `${percent(fault.share)} of the operators' requests are lost ${when}${until}`
    }
    case 'refuse':
      return `${percent(fault.share)} of the operators' requests are answered with ${fault.status}${until}`
    case 'slow':
      return `requests take up to ${fault.by} ms each way${until}`
    case 'late events':
      return `events of watches come up to ${fault.by} ms late${until}`
    case 'break watches':
      return 'all watches break'
    case 'expire watches':
      return 'all watches end with 410'
    case 'partition': {
      const how = fault.how === 'silent' ? 'hears nothing from' : 'cannot reach'
      return `operator ${fault.operator} ${how} the server${until}`
    }
    case 'stop':
      return `the process of operator ${fault.operator} is stopped${until}`
    case 'crash': {
      const side =
        fault.side === 'before'
          ? 'before its request'
          : 'after the server has carried out its request'
      const since = fault.since === undefined ? '' : ` since ${tellTime(fault.since).trim()}`
      return `operator ${fault.operator} crashes ${side} number ${fault.request}${since}`
    }
    case 'edge away':
      return `Cluster edge does not answer${until}`
    case 'no charts':
      return `no chart can be fetched${until}`
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
