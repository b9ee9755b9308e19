// The layers of src/ and ui/ as data. The rules read nothing else, so a new edge between folders is
// one word here and one word in ARCHITECTURE.md, and both are seen in a review.

/** The folders that a folder of src/ may import besides itself: names with a space between them. */
export type MayImport =
  | string
  /** Every row above this one, without the named folders or subfolders. */
  | { readonly allAboveBut: string }

/** One row of the table. */
export interface Layer {
  readonly folder: string
  readonly mayImport: MayImport
  /** No `node:`, no Node global and no HTTP client in anything a file reaches, types included. */
  readonly browserSafe?: true
  /** No I/O, no clock, no random numbers in anything a file reaches at run time. */
  readonly pure?: true
  /** This folder is an HTTP client, whatever transport it is given; the browser never has it. */
  readonly httpClient?: true
}

const safe = { browserSafe: true } as const
const safeAndPure = { browserSafe: true, pure: true } as const
const client = { httpClient: true } as const

/** From the bottom up: a row names only rows above it in this list. */
export const layers: readonly Layer[] = [
  { folder: 'std', mayImport: '', ...safe },
  { folder: 'formats', mayImport: 'std', ...safeAndPure },
  { folder: 'kinds', mayImport: 'formats', ...safeAndPure },
  { folder: 'objects', mayImport: 'std formats', ...safeAndPure },
  { folder: 'template', mayImport: 'std formats', ...safeAndPure },
  { folder: 'chart', mayImport: 'std formats template objects', ...safeAndPure },
  { folder: 'kustomize', mayImport: 'std formats objects chart', ...safeAndPure },
  { folder: 'images', mayImport: 'std formats objects', ...safeAndPure },
  { folder: 'oci', mayImport: 'std formats', ...client },
  { folder: 'sources', mayImport: 'std formats oci chart', ...client },
  { folder: 'kube', mayImport: 'std formats objects', ...client },
  { folder: 'apiserver', mayImport: 'std formats objects' },
  { folder: 'controller', mayImport: 'std objects kube' },
  { folder: 'sandbox', mayImport: 'std objects kube controller apiserver' },
  {
    folder: 'sdk',
    mayImport: 'std formats objects kinds template chart kube controller apiserver sandbox',
  },
  { folder: 'release', mayImport: 'std formats objects chart images kube controller' },
  { folder: 'catalog', mayImport: 'std formats kinds objects chart sources' },
  { folder: 'mirror', mayImport: 'std formats objects chart images oci sources catalog' },
  { folder: 'sequence', mayImport: 'std kinds', pure: true },
  { folder: 'expansion', mayImport: 'std formats kinds objects chart images oci sources sequence' },
  {
    folder: 'site',
    mayImport: 'std formats kinds objects kube oci sources sequence expansion',
  },
  { folder: 'operator', mayImport: { allAboveBut: 'oci apiserver expansion/tools' } },
  { folder: 'actions', mayImport: { allAboveBut: 'apiserver sandbox sdk expansion/tools' } },
  {
    folder: 'server',
    mayImport:
      'std formats kinds objects chart images sources catalog release kube controller mirror actions',
  },
  { folder: 'cli', mayImport: { allAboveBut: '' } },
]

/**
 * The folders of src/operator/ from the bottom up, and what each may import of operator/ besides itself. Files beside the
 * folders put the parts together; nothing imports them from a folder.
 */
export const operatorLayers: Readonly<Record<string, readonly string[]>> = {
  graph: [],
  pass: [],
  values: ['pass'],
  clusters: ['pass', 'values'],
  sources: ['graph', 'pass', 'values'],
  kinds: ['graph', 'pass', 'values', 'clusters', 'sources'],
  rehearsal: ['graph', 'pass', 'values', 'clusters', 'sources', 'kinds'],
}

/** The parts that may use Node inside folders that are browser-safe and pure otherwise. */
const nodeParts: readonly string[] = ['src/std/node/', 'src/chart/node/', 'src/kustomize/node/']

/** Files that import less than their folder may: nothing but these folders. */
export const narrowFiles: Readonly<Record<string, readonly string[]>> = {
  'src/server/contract.ts': ['kinds'],
  // A browser has this one; every folder that it names is browser-safe.
  'src/sdk/helm.ts': ['formats', 'template', 'chart', 'sdk'],
  'src/sdk/render-chart.ts': ['formats', 'template', 'chart', 'sdk'],
}

/** Files that are pure in folders that are not. */
const pureFiles: readonly RegExp[] = [
  /^src\/.*\bdecide\.ts$/,
  /^src\/operator\/kinds\/extension-instance\/(choose|dependencies|desired-plugin|write-or-rest)\.ts$/,
  /^src\/operator\/kinds\/[^/]+\/status\.ts$/,
]

/** Where re-exports live, where the program is started, and the file that acts when it is loaded. */
export const reExportFolder = 'src/sdk/'
export const mainFolder = 'src/cli/'
export const mainFile = 'src/cli/main.ts'

/** The file that opens every socket of this program which listens. */
export const listenerFile = 'src/std/node/listen-http.ts'

/** Of server/ the page knows the shapes of the messages and nothing else. */
export const contractFile = 'src/server/contract.ts'

/** Files outside src/ that a folder of src/ may import all the same: the version comes from here. */
export const importsFromOutside: Readonly<Record<string, readonly string[]>> = {
  'package.json': ['src/cli/'],
}

/** The folders of ui/, and what each may import of ui/ besides itself. */
export const pageLayers: Readonly<Record<string, readonly string[]>> = {
  app: ['features', 'components', 'api'],
  features: ['components', 'api'],
  components: [],
  api: [],
}

/**
 * Packages that browser-safe and pure files may import; pure files without the names that draw
 * random numbers by themselves.
 */
export const safePackages: Readonly<Record<string, { readonly not: readonly string[] }>> = {
  '@noble/ciphers': { not: ['randomBytes', 'managedNonce'] },
  '@noble/curves': { not: ['randomBytes'] },
  '@noble/hashes': { not: ['randomBytes'] },
  bcryptjs: { not: ['genSalt', 'genSaltSync'] },
  re2js: { not: [] },
}

/** The row of a file of src/, if its folder is in the table. */
export function layerOf(file: string): Layer | undefined {
  const [root, folder, ...rest] = file.split('/')
  if (root !== 'src' || rest.length === 0) return undefined
  return layers.find((layer) => layer.folder === folder)
}

/** The folders of src/ that the row lists, its own folder not among them. */
export function importList(layer: Layer): readonly string[] {
  if (typeof layer.mayImport === 'string') return namesIn(layer.mayImport)
  const above = layers.slice(0, layers.indexOf(layer)).map(({ folder }) => folder)
  const forbidden = namesIn(layer.mayImport.allAboveBut)
  return above.filter((folder) => !forbidden.includes(folder))
}

/** The subfolders that the row forbids inside folders that it lists. */
export function forbiddenParts(layer: Layer): readonly string[] {
  if (typeof layer.mayImport === 'string') return []
  return namesIn(layer.mayImport.allAboveBut).filter((part) => part.includes('/'))
}

/** Whether every file this one reaches must work in a browser. */
export function mustBeBrowserSafe(file: string): boolean {
  return layerOf(file)?.browserSafe === true && !isNodePart(file)
}

/** Whether everything this file reaches at run time must be free of I/O, clock and chance. */
export function mustBePure(file: string): boolean {
  if (pureFiles.some((pattern) => pattern.test(file))) return true
  return layerOf(file)?.pure === true && !isNodePart(file)
}

function isNodePart(file: string): boolean {
  return nodeParts.some((part) => file.startsWith(part))
}

function namesIn(list: string): readonly string[] {
  return list.split(' ').filter((name) => name !== '')
}
