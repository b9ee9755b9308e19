/** Paths that most stories ask of an object: `kubectl get plugin web -o {ready}`. */
export const storyPaths = {
  ready: `'jsonpath={.status.conditions[?(@.type=="Ready")].reason}'`,
  why: `'jsonpath={.status.conditions[?(@.type=="Ready")].message}'`,
  seen: `'jsonpath={.status.conditions[?(@.type=="Ready")].status} {.metadata.generation} {.status.observedGeneration} {.status.conditions[?(@.type=="Ready")].observedGeneration} {.status.conditions[?(@.type=="Ready")].lastTransitionTime}'`,
} as const
