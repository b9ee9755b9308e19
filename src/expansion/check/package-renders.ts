import { capabilitiesOf, parseKubeVersion } from '../../chart/capabilities.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { type RenderRequest } from '../../chart/render/render.ts'
import { readYamlMap } from '../../formats/yaml/read.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { Application } from '../applications/read-application.ts'
import { valuesOfChart } from '../applications/values-of-chart.ts'
import type { Package } from '../package/open-package.ts'
import type { PackageChart } from './check-charts.ts'

/** A chart of a package with what it is rendered with: by an application, or as somebody would install it. */
export interface PackageRender {
  readonly chart: PackageChart
  /** The file of the application; undefined for a chart that none installs. */
  readonly application: string | undefined
  readonly request: RenderRequest
}

/** How the charts of a package will be rendered, as far as the package alone knows. */
export function packageRenders(
  opened: Package,
  charts: readonly PackageChart[],
  applications: readonly Application[],
): readonly PackageRender[] {
  const installs = applications.flatMap((application) => {
    const { group, name, version } = application.chart
    const chart = charts.find(
      (one) => one.group === group && one.name === name && one.version === (version ?? one.version),
    )
    return chart === undefined ? [] : [{ chart, application }]
  })
  const installed = new Set(installs.map(({ chart }) => chart))
  const others = charts.filter((chart) => !installed.has(chart))
  return [
    ...installs.map(({ chart, application }) => {
      const { file, releaseName: name, targetNamespace: namespace, values } = application
      const request = requestOf(opened, chart, { name, namespace, values })
      return { chart, application: file, request }
    }),
    ...others.map((chart) => {
      const release = { name: chart.name, namespace: 'default', values: {} }
      return { chart, application: undefined, request: requestOf(opened, chart, release) }
    }),
  ]
}

const noValues = { global: {}, charts: {} }

function requestOf(
  { declaration, values: own }: Package,
  chart: PackageChart,
  release: { readonly name: string; readonly namespace: string; readonly values: JsonObject },
): RenderRequest {
  const { name, namespace, values } = release
  const merged = valuesOfChart(chart.name, values, { package: own, site: noValues })
  const { k8s_version: version } = declaration.content
  const isWhole = version !== undefined && /^v?\d+\.\d+/.test(version)
  return {
    values: readYamlMap(JSON.stringify(merged)),
    release: { name, namespace, revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(isWhole ? parseKubeVersion(version) : undefined),
    entropy: nodeEntropy(),
    skipSchema: true,
    warn: () => {},
  }
}
