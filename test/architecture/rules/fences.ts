import type { Report, Rule } from '../rule.ts'
import type { Link, SourceFile } from '../tree.ts'

/** By file, the names that make or are a client whose writes do not ask for the lead. */
const bareClients: Readonly<Record<string, readonly string[]>> = {
  'src/kube/client.ts': ['KubeClient', 'createKubeClient', '*'],
  'src/kube/connect.ts': ['ConnectedClient', 'Connect', 'connect', '*'],
  'src/kube/send.ts': ['exchange', 'openStream', '*'],
  'src/kube/undici-transport.ts': ['createUndiciTransport', '*'],
  'src/controller/election/fenced-client.ts': ['fenceClient', '*'],
}

const exempt: readonly RegExp[] = [
  // The one place where a client is fenced.
  /^src\/operator\/run-operator\.ts$/,
  // A rehearsal runs in the process of a person, with that person's rights, and leads nothing.
  /^src\/operator\/rehearsal\//,
  // Reads only; the command line asks with the same function.
  /^src\/operator\/clusters\/ask-cluster\.ts$/,
]

/** The operator writes to a cluster only through a client that asks whether it still leads. */
export const operatorWritesFenced: Rule = {
  name: 'operator-writes-fenced',
  check: (tree) =>
    [...tree.files.values()]
      .filter(({ path }) => path.startsWith('src/operator/'))
      .filter(({ path }) => !exempt.some((pattern) => pattern.test(path)))
      .flatMap((file) => file.links.flatMap((link) => reportsOf(file, link))),
}

function reportsOf({ path }: SourceFile, { to, names, line }: Link): readonly Report[] {
  const bare = to.kind === 'file' ? (bareClients[to.file] ?? []) : []
  return names
    .filter((name) => bare.includes(name))
    .map((name) => ({
      file: path,
      message: `line ${line}: ${name} can write after the lead is lost; take a FencedClient`,
    }))
}
