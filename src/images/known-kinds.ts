// Fields of well-known custom resources that name images, by API group and kind. `*` is every item of a list or every
// field of an object; a path that ends in `{}` leads to an object with `repository` and `tag`. Containers in pod templates
// are found wherever they are and are not listed.

const anyKind = '*'

const everyKind: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'monitoring.coreos.com': {
    [anyKind]: ['spec.image', 'spec.thanos.image'],
  },
  'monitoring.grafana.com': { [anyKind]: ['spec.image'] },
  'opentelemetry.io': {
    [anyKind]: ['spec.image', 'spec.targetAllocator.image'],
    Instrumentation: ['spec.*.image'],
  },
  'ceph.rook.io': { CephCluster: ['spec.cephVersion.image'] },
  'postgresql.cnpg.io': {
    Cluster: ['spec.imageName'],
    ImageCatalog: ['spec.images.*.image'],
    ClusterImageCatalog: ['spec.images.*.image'],
  },
  'kafka.strimzi.io': {
    [anyKind]: ['spec.image'],
    Kafka: [
      'spec.kafka.image',
      'spec.zookeeper.image',
      'spec.entityOperator.*.image',
      'spec.kafkaExporter.image',
      'spec.cruiseControl.image',
    ],
  },
  'elasticsearch.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'kibana.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'apm.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'beat.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'agent.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'logstash.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'enterprisesearch.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'maps.k8s.elastic.co': { [anyKind]: ['spec.image'] },
  'rabbitmq.com': { RabbitmqCluster: ['spec.image'] },
  'minio.min.io': { Tenant: ['spec.image', 'spec.kes.image'] },
  'acid.zalan.do': { postgresql: ['spec.dockerImage'] },
  'k8s.keycloak.org': { Keycloak: ['spec.image'] },
  'k8s.mariadb.com': {
    [anyKind]: ['spec.image', 'spec.maxScale.image', 'spec.metrics.exporter.image'],
  },
  'pxc.percona.com': { [anyKind]: ['spec.initImage', 'spec.*.image'] },
  'psmdb.percona.com': { [anyKind]: ['spec.image', 'spec.initImage', 'spec.*.image'] },
  'pgv2.percona.com': {
    [anyKind]: ['spec.image', 'spec.proxy.pgBouncer.image', 'spec.backups.pgbackrest.image'],
  },
  'postgres-operator.crunchydata.com': {
    PostgresCluster: ['spec.image', 'spec.proxy.pgBouncer.image', 'spec.backups.pgbackrest.image'],
  },
  'databases.spotahome.com': { RedisFailover: ['spec.redis.image', 'spec.sentinel.image'] },
  'redis.redis.opstreelabs.in': {
    [anyKind]: ['spec.kubernetesConfig.image', 'spec.redisExporter.image'],
  },
  'sparkoperator.k8s.io': {
    SparkApplication: ['spec.image', 'spec.driver.image', 'spec.executor.image'],
    ScheduledSparkApplication: ['spec.template.image'],
  },
  'flink.apache.org': { FlinkDeployment: ['spec.image'] },
  'k6.io': { [anyKind]: ['spec.*.image'] },
  'longhorn.io': { [anyKind]: ['spec.image'] },
  'image.toolkit.fluxcd.io': { ImageRepository: ['spec.image'] },
  'operator.knative.dev': { [anyKind]: ['spec.registry.override.*', 'spec.registry.default'] },
  'caching.internal.knative.dev': { Image: ['spec.image'] },
  'gateway.envoyproxy.io': {
    EnvoyProxy: [
      'spec.provider.kubernetes.envoyDeployment.container.image',
      'spec.provider.kubernetes.envoyDaemonSet.container.image',
    ],
  },
  'argoproj.io': {
    Workflow: ['spec.templates.*.container.image', 'spec.templates.*.script.image'],
    WorkflowTemplate: ['spec.templates.*.container.image', 'spec.templates.*.script.image'],
    ClusterWorkflowTemplate: ['spec.templates.*.container.image', 'spec.templates.*.script.image'],
    CronWorkflow: [
      'spec.workflowSpec.templates.*.container.image',
      'spec.workflowSpec.templates.*.script.image',
    ],
    ArgoCD: ['spec.image', 'spec.*.image'],
  },
  'tekton.dev': {
    [anyKind]: ['spec.steps.*.image', 'spec.sidecars.*.image', 'spec.stepTemplate.image'],
    Pipeline: ['spec.tasks.*.taskSpec.steps.*.image', 'spec.finally.*.taskSpec.steps.*.image'],
    PipelineRun: ['spec.pipelineSpec.tasks.*.taskSpec.steps.*.image'],
    TaskRun: ['spec.taskSpec.steps.*.image'],
  },
  'operator.victoriametrics.com': {
    [anyKind]: ['spec.image{}', 'spec.*.image{}', 'spec.configReloaderImage'],
  },
}

/** The paths of the fields of a custom resource that name images. */
export function knownFields(group: string, kind: string): readonly string[] {
  const kinds = everyKind[group]
  if (kinds === undefined) return []
  const fields = [...(kinds[anyKind] ?? []), ...(kinds[kind] ?? [])]
  return fields.toSorted()
}
