import { packageName } from '../../expansion/package/describe-package.ts'
import type { Package } from '../../expansion/package/open-package.ts'
import { apiVersion } from '../../kinds/group.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import type { KubeObject } from '../../objects/kube-object.ts'

type Application = SiteFile['applications'][number]

/** An application as objects of the platform. */
export interface ApplicationObjects {
  /** Offers the chart; undefined where the catalogue has it already. */
  readonly extension: KubeObject | undefined
  readonly instance: KubeObject
}

export interface ApplicationFacts {
  readonly namespace: string
  /** The cluster that the platform runs on. */
  readonly ownCluster: string
  readonly expansion: Package | undefined
  /** The Extensions that are there. */
  readonly offered: ReadonlySet<string>
}

/** The repository of our own charts, which TKEStack's `public` group stands for. */
const builtIn = 'builtin'
const labels = { 'app.kubernetes.io/part-of': 'outrigger', 'outrigger.dev/site': 'application' }

/** The Extension and the instance of an application. */
export function applicationObjects(
  { name, chart, group, version, targetNamespace, values, cluster }: Application,
  { namespace, ownCluster, expansion, offered }: ApplicationFacts,
): ApplicationObjects {
  const isOffered = offered.has(chart)
  const source = { version, repo: repositoryOf(chart, group, expansion), name: chart }
  const extension = {
    apiVersion,
    kind: 'Extension',
    metadata: { name, labels },
    spec: { sources: [{ ...source, chartVersion: version }] },
  }
  const instance = {
    apiVersion,
    kind: 'ExtensionInstance',
    metadata: { name, namespace, labels },
    spec: {
      extension: isOffered ? chart : name,
      version,
      targetNamespace,
      ...(values === undefined ? {} : { parameters: values }),
      ...(cluster === ownCluster ? {} : { cluster }),
    },
  }
  return { extension: isOffered ? undefined : extension, instance }
}

function repositoryOf(chart: string, group: string, expansion: Package | undefined): string {
  const files = expansion?.declaration.content.charts ?? []
  const isBrought = files.some((file) => file.startsWith(`${group}/${chart}-`))
  if (expansion !== undefined && isBrought) return `${packageName(expansion)}-${group}`
  return group === 'public' ? builtIn : group
}
