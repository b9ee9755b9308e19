/** The programs of the package, by the name of the file in dist/; package.json's bin points there. */
export const entryPoints: Readonly<Record<string, string>> = {
  outrigger: 'src/cli/main.ts',
}

/** The modules that others import, by the name of the file in dist/lib/; package.json's exports point there. */
export const libraryEntryPoints: Readonly<Record<string, string>> = {
  helm: 'src/sdk/helm.ts',
  'helm-node': 'src/sdk/helm-node.ts',
  kube: 'src/sdk/kube.ts',
  sandbox: 'src/sdk/sandbox.ts',
  sdk: 'src/sdk/sdk.ts',
  client: 'src/sdk/client.ts',
}
