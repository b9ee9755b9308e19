/** What `outrigger start` will start and cannot yet; take a line out when its part works. */
export const missingParts: readonly string[] = [
  'the sandbox: an embedded Kubernetes API server with simulated workloads',
  'the catalogue, and the embedded registry as a part of the platform',
  'the operator: Plugin, Extension, Profile and the other kinds',
  'the REST API and the web page',
]
