/** Objects as the server gives them to the page, as many as a large platform has. */

const since = '2026-01-01T00:00:00Z'

function conditions(at: number): readonly object[] {
  const isReady = at % 17 !== 0
  const one = (type: string, status: boolean) => ({
    type,
    status: status ? 'True' : 'False',
    reason: isReady ? 'Installed' : 'Waiting',
    message: isReady ? `version 1.2.${at}, revision 1` : 'waits for a dependency',
    lastTransitionTime: since,
  })
  return [one('Ready', isReady), one('Installed', isReady)]
}

export function manyInstances(count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'ExtensionInstance',
    metadata: {
      name: `instance-with-a-long-name-${at}`,
      namespace: `team-${at % 40}`,
      uid: `instance-${at}`,
      generation: 1,
      creationTimestamp: since,
    },
    spec: { extension: 'metrics' },
    status: { observedGeneration: 1, version: `1.2.${at}`, conditions: conditions(at) },
  }))
}

/** Ten layers, each plugin with two needs in the layer before, as platforms are. */
export function manyPlugins(count: number): readonly object[] {
  const wide = Math.ceil(count / 10)
  return Array.from({ length: count }, (_, at) => {
    const layer = Math.floor(at / wide)
    const needs = [at - wide, at - wide + 1].filter(
      (one) => one >= 0 && Math.floor(one / wide) === layer - 1,
    )
    return {
      apiVersion: 'outrigger.dev/v1alpha1',
      kind: 'Plugin',
      metadata: {
        name: `plugin-${at}`,
        namespace: 'team',
        uid: `plugin-${at}`,
        generation: 1,
        creationTimestamp: since,
      },
      spec: { repo: 'builtin', dependsOn: needs.map((one) => ({ plugin: `plugin-${one}` })) },
      status: { observedGeneration: 1, version: '1.0.0', conditions: conditions(at) },
    }
  })
}
