/** One index, and what comes of it: by us in every test run, by the real helm where it is at hand. */
export interface IndexCase {
  readonly name: string
  readonly text: string
  /** `chart@version` in order; undefined where the whole index is refused. */
  readonly versions?: readonly string[]
  /** The text that the error or a warning must have. */
  readonly says?: string
}

const head = 'apiVersion: v1\nentries:\n'

export const indexCases: readonly IndexCase[] = [
  {
    name: 'versions are sorted, the highest first',
    text: `${head}  a:\n${entry('1.2.0')}${entry('1.10.0')}${entry('1.10.0-rc.1')}${entry('0.9.0')}`,
    versions: ['a@1.10.0', 'a@1.10.0-rc.1', 'a@1.2.0', 'a@0.9.0'],
  },
  {
    name: 'versions that differ in their build keep their order',
    text: `${head}  a:\n${entry('1.0.0+b')}${entry('1.0.0+a')}${entry('2.0.0')}${entry('1.0.0')}`,
    versions: ['a@2.0.0', 'a@1.0.0+b', 'a@1.0.0+a', 'a@1.0.0'],
  },
  {
    name: 'short versions and those with a v are versions',
    text: `${head}  a:\n${entry('v1.2.3')}${entry('"1.3"')}${entry('"2"')}`,
    versions: ['a@2', 'a@1.3', 'a@v1.2.3'],
  },
  {
    name: 'a number is no version and no keyword',
    text: `${head}  a:\n  - {name: a, version: 1.10}\n`,
    says: 'json: cannot unmarshal number into Go struct field',
  },
  {
    name: 'but it is a digest, which is not of Chart.yaml',
    text: `${head}  a:\n  - {name: a, version: 1.1.0, digest: 12, urls: [1.50, true]}\n`,
    versions: ['a@1.1.0'],
  },
  {
    name: 'what is no version is left out',
    text: `${head}  a:\n${entry('nonsense')}${entry('1.0.0')}`,
    versions: ['a@1.0.0'],
    says: 'skipping loading invalid entry for chart "a" "nonsense" from',
  },
  {
    name: 'an entry without a name is left out',
    text: `${head}  a:\n  - version: 1.0.0\n${entry('2.0.0')}`,
    versions: ['a@2.0.0'],
    says: 'validation: chart.metadata.name is required',
  },
  {
    name: 'an entry that is nothing is left out',
    text: `${head}  a:\n  -\n${entry('2.0.0')}`,
    versions: ['a@2.0.0'],
    says: 'skipping loading invalid entry for chart "a" from',
  },
  {
    name: 'an entry with a path for a name is left out',
    text: `${head}  a:\n  - name: ../../etc\n    version: 1.0.0\n${entry('2.0.0')}`,
    versions: ['a@2.0.0'],
    says: 'validation: chart.metadata.name "../../etc" is invalid',
  },
  {
    name: 'an entry of an unknown type is left out',
    text: `${head}  a:\n${entry('1.0.0', 'type: nonsense')}${entry('2.0.0')}`,
    versions: ['a@2.0.0'],
    says: 'validation: chart.metadata.type must be application or library',
  },
  {
    name: 'two dependencies of one name are let pass',
    text: `${head}  a:\n${entry('1.0.0', 'dependencies: [{name: b, repository: ""}, {name: b, repository: ""}]')}`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'a bad alias is not',
    text: `${head}  a:\n${entry('1.0.0', 'dependencies: [{name: b, alias: "x y", repository: ""}]')}`,
    versions: [],
    says: 'has disallowed characters in the alias',
  },
  {
    name: 'fields of older Helms are known',
    text: `${head}  a:\n${entry('1.0.0', 'engine: gotpl\n    checksum: x\n    tillerVersion: ">2"\n    url: y')}`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'an unknown field is an error',
    text: `${head}  a:\n${entry('1.0.0', 'nonsense: 1')}`,
    says: 'json: unknown field "nonsense"',
  },
  {
    name: 'an unknown field of a dependency is an error',
    text: `${head}  a:\n${entry('1.0.0', 'dependencies:\n    - name: b\n      nonsense: 1')}`,
    says: 'json: unknown field "nonsense"',
  },
  {
    name: 'an unknown field of the index is an error',
    text: `${head}  a:\n${entry('1.0.0')}nonsense: 1\n`,
    says: 'json: unknown field "nonsense"',
  },
  {
    name: 'a key that is there twice is an error',
    text: `${head}  a:\n${entry('1.0.0', 'version: 2.0.0')}`,
    says: 'key "version" already set in map',
  },
  {
    name: 'a chart that is there twice is an error',
    text: `${head}  a:\n${entry('1.0.0')}  b: []\n  a:\n${entry('2.0.0')}`,
    says: 'key "a" already set in map',
  },
  {
    name: 'entries that are there twice are an error',
    text: `${head}  a:\n${entry('1.0.0')}entries: {}\n`,
    says: 'key "entries" already set in map',
  },
  {
    name: 'a list where a text is wanted is an error',
    text: `${head}  a:\n${entry('1.0.0', 'home: [x]')}`,
    says: 'json: cannot unmarshal array into Go struct field',
  },
  {
    name: 'a time that is none is an error',
    text: `${head}  a:\n${entry('1.0.0', 'created: yesterday')}`,
    says: 'yesterday',
  },
  {
    name: 'an index without a version is an error',
    text: 'entries: {}\n',
    says: 'no API version specified',
  },
  { name: 'an empty index is an error', text: '', says: 'empty index.yaml file' },
  { name: 'a text is no index', text: 'hello\n', says: 'cannot unmarshal string' },
  { name: 'a page is no index', text: '<html><body>404: Not found</body></html>\n', says: '' },
  { name: 'an index without entries is one', text: 'apiVersion: v1\nentries:\n', versions: [] },
  { name: 'entries may be empty', text: 'apiVersion: v1\nentries: {}\n', versions: [] },
  {
    name: 'charts without versions are charts',
    text: `${head}  a: []\n  b:\n  c:\n${entry('1.0.0', '', 'c')}`,
    versions: ['c@1.0.0'],
  },
  {
    name: 'lists may be further in, comments and blank lines anywhere',
    text: `---\n# mine\napiVersion: v1 # one\n\nentries:\n    a:\n\n        # first\n        - name: a\n          # name\n          version: 1.0.0\n\n        - name: a\n          version: 2.0.0\n`,
    versions: ['a@2.0.0', 'a@1.0.0'],
  },
  {
    name: 'the index of other programs, with quotes',
    text: `---\napiVersion: "v1"\nentries:\n  "a":\n  - "name": "a"\n    "version": "1.0.0"\n    "urls":\n    - "a.tgz"\ngenerated: "2020-01-01T00:00:00.000+02:00"\n`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'lines may end with a carriage return',
    text: `${head}  a:\n${entry('1.0.0')}`.replaceAll('\n', '\r\n'),
    versions: ['a@1.0.0'],
  },
  {
    name: 'flow collections and anchors',
    text: 'apiVersion: v1\nentries: {a: [&x {name: a, version: 1.0.0}, *x, {<<: *x}]}\n',
    versions: ['a@1.0.0', 'a@1.0.0', 'a@1.0.0'],
  },
  {
    name: 'a merged key cannot be set again',
    text: 'apiVersion: v1\nentries: {a: [&x {name: a, version: 1.0.0}, {<<: *x, version: 2.0.0}]}\n',
    says: 'key "version" already set in map',
  },
  {
    name: 'an anchor in one entry and its alias in another',
    text: `${head}  a:\n  - name: a\n    version: 1.0.0\n    description: &d words\n  - name: a\n    version: 2.0.0\n    description: *d\n`,
    versions: ['a@2.0.0', 'a@1.0.0'],
  },
  {
    name: 'a quoted text whose lines begin where they like',
    text: `${head}  a:\n  - name: a\n    description: "one\n  - two:\nthree"\n    version: 1.0.0\n`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'brackets whose lines begin where they like',
    text: `${head}  a:\n  - name: a\n    keywords: [\n  one,\n  two ]\n    version: 1.0.0\n`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'literal and folded texts',
    text: `${head}  a:\n  - name: a\n    description: |\n      one\n\n      - two: 3\n    version: 1.0.0\n  - name: a\n    description: >-\n      one\n      two\n    version: 2.0.0\n`,
    versions: ['a@2.0.0', 'a@1.0.0'],
  },
  {
    name: 'keys in another case',
    text: `APIVERSION: v1\nEntries:\n  a:\n${entry('1.0.0')}`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'a name that YAML takes for something else',
    text: `${head}  on:\n${entry('1.0.0', '', '"on"')}  "1.10":\n${entry('1.0.0', '', '"1.10"')}`,
    versions: ['1.10@1.0.0', 'on@1.0.0'],
  },
  {
    name: 'a second document is not looked at',
    text: `${head}  a:\n${entry('1.0.0')}---\nnonsense: [\n`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'characters that cannot be printed are cleaned away',
    text: `${head}  a:\n  - name: "a\\u0007"\n    version: 1.0.0\n    description: "x\\ty"\n`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'what ChartMuseum adds is known',
    text: `${head}  a:\n${entry('1.0.0')}serverInfo:\n  contextPath: /x\n`,
    versions: ['a@1.0.0'],
  },
  {
    name: 'tabs are no indentation',
    text: `${head}\ta:\n`,
    says: 'found character that cannot start any token',
  },
  {
    name: 'JSON',
    text: json([
      { name: 'a', version: '1.0.0' },
      null,
      { name: 'a', version: '2.0.0', urls: ['x'] },
    ]),
    versions: ['a@2.0.0', 'a@1.0.0'],
    says: 'skipping loading invalid entry for chart "a" from',
  },
  {
    name: 'JSON may have fields that nobody knows',
    text: json([{ name: 'a', version: '1.0.0', nonsense: { deep: [1, '}', '"'] } }]),
    versions: ['a@1.0.0'],
  },
  {
    name: 'a number in JSON is no text',
    text: json([{ name: 'a', version: 1 }]),
    says: 'json: cannot unmarshal number into Go struct field',
  },
  {
    name: 'JSON with a comma too many is YAML',
    text: `${json([{ name: 'a', version: '1.0.0' }]).slice(0, -1)},}`,
    versions: ['a@1.0.0'],
  },
  { name: 'JSON that ends early is nothing', text: json([{ name: 'a' }]).slice(0, -2), says: '' },
]

function entry(version: string, more = '', name = 'a'): string {
  return `  - name: ${name}\n    version: ${version}\n${more === '' ? '' : `    ${more}\n`}`
}

function json(entries: readonly unknown[]): string {
  return JSON.stringify({
    apiVersion: 'v1',
    generated: '2020-01-01T00:00:00Z',
    entries: { a: entries },
  })
}
