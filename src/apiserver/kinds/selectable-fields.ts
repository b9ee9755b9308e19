// Fields that a selector may name besides the name and the namespace, by `plural` or `plural.group`.

const event = `involvedObject.kind involvedObject.namespace involvedObject.name involvedObject.uid
  involvedObject.apiVersion involvedObject.resourceVersion involvedObject.fieldPath reason
  reportingComponent source type`

const fields: Readonly<Record<string, string>> = {
  pods: `spec.nodeName spec.restartPolicy spec.schedulerName spec.serviceAccountName spec.hostNetwork
    status.phase status.podIP status.podIPs status.nominatedNodeName`,
  events: event,
  'events.events.k8s.io': event,
  nodes: 'spec.unschedulable',
  secrets: 'type',
  namespaces: 'status.phase',
  services: 'spec.clusterIP spec.type',
  replicationcontrollers: 'status.replicas',
  'replicasets.apps': 'status.replicas',
  'jobs.batch': 'status.successful',
  'certificatesigningrequests.certificates.k8s.io': 'spec.signerName',
}

/** Where those fields are; undefined for kinds that have none of their own. */
export function selectableFieldsOf(
  key: string,
): Readonly<Record<string, readonly string[]>> | undefined {
  const names = fields[key]
  if (names === undefined) return undefined
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, pathOf(name)]))
}

function pathOf(name: string): readonly string[] {
  if (name === 'source') return ['source', 'component']
  if (name === 'status.successful') return ['status', 'succeeded']
  return name.split('.')
}
