import { readYamlBody } from '../../src/apiserver/api/codecs/decode.ts'
import { parseIgnore } from '../../src/chart/load/ignore.ts'
import { decodeBase64 } from '../../src/formats/base64.ts'
import { parseUrl } from '../../src/formats/url/parse.ts'
import { readImage } from '../../src/images/image-reference.ts'
import { parseKubeconfig } from '../../src/kube/kubeconfig/parse-kubeconfig.ts'
import { parseDocuments } from '../../src/kustomize/yaml/parse.ts'
import { parseExpression } from '../../src/kustomize/substitute/expression.ts'
import { decodeFieldsV1 } from '../../src/objects/merge/fields-v1.ts'
import { readElement } from '../../src/objects/merge/path-element.ts'
import { parseTime } from '../../src/objects/time.ts'
import type { Json } from '../../src/objects/json.ts'
import { parseChallenge } from '../../src/oci/auth/challenge.ts'
import { parseReference } from '../../src/oci/reference.ts'
import { parseIndex } from '../../src/sources/repository/parse/read-whole-index.ts'
import { readPlainYaml } from '../../src/sources/repository/parse/plain-yaml.ts'
import { readClearSigned } from '../../src/sources/verify/clear-signed.ts'
import { yamlTexts } from './format-texts.ts'
import { type MakeText, nested, numbered, plainTexts, repeated, startingWith } from './texts.ts'

// Readers of single things that come from outside: indexes, addresses, headers, fields.

type Texts = Readonly<Record<string, MakeText>>

interface ReaderRow {
  readonly read: (text: string) => unknown
  readonly texts: Texts
}

const entry = (at: number) =>
  `  - name: c\n    version: 1.0.${at}\n    apiVersion: v2\n    urls: [c-${at}.tgz]\n`
const plainEntry = (at: number) =>
  `- name: c\n  version: 1.0.${at}\n  urls:\n  - https://example.com/c-${at}.tgz\n`

/** By what is read. */
export const readerRows: Readonly<Record<string, ReaderRow>> = {
  'indexes of repositories': {
    read: (text) => parseIndex(text, 'test'),
    texts: {
      ...yamlTexts,
      'many versions': startingWith('apiVersion: v1\nentries:\n  c:\n', numbered(entry)),
      'many charts': startingWith(
        'apiVersion: v1\nentries:\n',
        numbered((at) => `  c${at}:\n${entry(at)}`),
      ),
      'versions in JSON': (length) =>
        `{"apiVersion":"v1","entries":{"c":[${numbered((at) => `{"name":"c","version":"1.0.${at}"},`)(length)}{}]}}`,
    },
  },
  'plain entries of an index': {
    read: readPlainYaml,
    texts: { ...plainTexts, entries: numbered(plainEntry), 'deep items': repeated('- ') },
  },
  'documents of kustomize': { read: parseDocuments, texts: yamlTexts },
  'expressions of variables': {
    read: parseExpression,
    texts: {
      ...plainTexts,
      'many variables': repeated('${a}'),
      'defaults in defaults': nested('${a:-', 'x', '}'),
      'open brackets': repeated('${'),
    },
  },
  'bodies of requests in YAML': {
    read: (text) => readYamlBody(Buffer.from(text)),
    texts: yamlTexts,
  },
  kubeconfigs: {
    read: (text) => parseKubeconfig(text, 'config'),
    texts: {
      ...plainTexts,
      'many clusters': startingWith(
        'clusters:\n',
        numbered((at) => `- {name: c${at}, cluster: {server: "https://c${at}"}}\n`),
      ),
    },
  },
  'owned fields': {
    read: (text) => decodeFieldsV1(JSON.parse(text) as Json),
    texts: {
      'many fields': (length) => `{${numbered((at) => `"f:k${at}":{},`)(length)}".":{}}`,
      'many items': (length) =>
        `{"f:l":{${numbered((at) => `"k:{\\"name\\":\\"n${at}\\"}":{},`)(length)}".":{}}}`,
      'fields in fields': nested('{"f:a":', '{}', '}'),
    },
  },
  'names of owned fields': { read: readElement, texts: { ...plainTexts, ...prefixed('k:', 'v:') } },
  addresses: {
    read: parseUrl,
    texts: { ...plainTexts, ...prefixed('https://', 'https://a/', 'https://a?') },
  },
  'references of images': { read: readImage, texts: plainTexts },
  'references of registries': { read: parseReference, texts: { ...plainTexts, ...prefixed('a/') } },
  'demands of registries': {
    read: parseChallenge,
    texts: {
      ...plainTexts,
      'many fields': startingWith(
        'Bearer ',
        numbered((at) => `k${at}="v",`),
      ),
      'a text without end': startingWith('Bearer realm="', repeated('a\\')),
    },
  },
  times: { read: parseTime, texts: { ...plainTexts, ...prefixed('2001-01-01T00:00:00.') } },
  base64: { read: decodeBase64, texts: plainTexts },
  'rules of .helmignore': {
    read: parseIgnore,
    texts: { ...plainTexts, 'many rules': numbered((at) => `*.${at}\n`), stars: repeated('*a') },
  },
  'signed texts': {
    read: readClearSigned,
    texts: {
      ...plainTexts,
      'dashed lines': startingWith('-----BEGIN PGP SIGNED MESSAGE-----\n\n', repeated('- a\n')),
    },
  },
}

function prefixed(...starts: readonly string[]): Texts {
  return Object.fromEntries(
    starts.flatMap((start) =>
      Object.entries(plainTexts).map(([name, make]) => [
        `${start} and ${name}`,
        startingWith(start, make),
      ]),
    ),
  )
}
