// Helm's names for the parts of a chart in a registry.

export const chartConfigType = 'application/vnd.cncf.helm.config.v1+json'
export const chartLayerType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip'
/** Before Helm 3.7. */
export const legacyChartLayerType = 'application/tar+gzip'
export const provenanceLayerType = 'application/vnd.cncf.helm.chart.provenance.v1.prov'
