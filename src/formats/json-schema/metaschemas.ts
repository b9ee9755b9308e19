// The schemas of schemas, as the specifications define them, without titles, comments and defaults.

import type { Value } from '../value.ts'

interface Plain {
  readonly [key: string]: PlainValue
}
type PlainValue = boolean | number | string | readonly PlainValue[] | Plain

const site = /^https?:\/\/json-schema\.org\//

const text = { type: 'string' }
const flag = { type: 'boolean' }
const number = { type: 'number' }
const regex = { ...text, format: 'regex' }
const uri = { ...text, format: 'uri' }
const uriReference = { ...text, format: 'uri-reference' }
const simpleTypes = {
  enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
}
const wholeNumber = { type: 'integer', minimum: 0 }
const stringList = { type: 'array', items: text, uniqueItems: true }

/** The metaschema at a URL; undefined where the specifications have none. */
export function metaschemaAt(url: string): Value {
  if (!site.test(url)) return undefined
  const path = url.replace(site, '')
  const plain = build(path === 'schema' ? 'draft/2020-12/schema' : path)
  return plain === undefined ? undefined : toValue(plain)
}

function build(path: string): Plain | undefined {
  switch (path) {
    case 'draft-04/schema':
      return draft4()
    case 'draft-06/schema':
      return draft6()
    case 'draft-07/schema':
      return draft7()
    default: {
      const [, name = '', rest = ''] = /^draft\/(2019-09|2020-12)\/(.+)$/.exec(path) ?? []
      return name === '2019-09' ? draft2019(rest) : name === '2020-12' ? draft2020(rest) : undefined
    }
  }
}

const self = { $ref: '#' }

function definition(name: string): Plain {
  return { $ref: `#/definitions/${name}` }
}

function each(schema: Plain, ...keywords: readonly string[]): Plain {
  return Object.fromEntries(keywords.map((keyword) => [keyword, schema]))
}

function mapOf(schema: PlainValue): Plain {
  return { type: 'object', additionalProperties: schema }
}

/** Keywords that take a limit which may be zero, and those whose default is zero. */
function limitsOf(limit: Plain, limitFromZero: Plain, ...names: readonly string[]): Plain {
  const pairs = names.flatMap((name) => [
    [`max${name}`, limit],
    [`min${name}`, limitFromZero],
  ])
  return Object.fromEntries(pairs)
}

function typeOrTypes(types: Plain): Plain {
  return { anyOf: [types, { type: 'array', items: types, minItems: 1, uniqueItems: true }] }
}

function earlyDefinitions(limit: string, strings: Plain): Plain {
  return {
    schemaArray: { type: 'array', minItems: 1, items: self },
    [limit]: wholeNumber,
    [`${limit}Default0`]: { allOf: [definition(limit), {}] },
    simpleTypes,
    stringArray: strings,
  }
}

function earlyProperties(limit: string): Plain {
  const schemas = definition('schemaArray')
  return {
    $schema: uri,
    title: text,
    description: text,
    default: {},
    maximum: number,
    minimum: number,
    ...limitsOf(definition(limit), definition(`${limit}Default0`), 'Length', 'Items', 'Properties'),
    pattern: regex,
    items: { anyOf: [self, schemas] },
    uniqueItems: flag,
    required: definition('stringArray'),
    definitions: mapOf(self),
    properties: mapOf(self),
    patternProperties: mapOf(self),
    dependencies: mapOf({ anyOf: [self, definition('stringArray')] }),
    type: typeOrTypes(definition('simpleTypes')),
    format: text,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: self,
  }
}

function draft4(): Plain {
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    definitions: earlyDefinitions('positiveInteger', { ...stringList, minItems: 1 }),
    type: 'object',
    properties: {
      ...earlyProperties('positiveInteger'),
      id: text,
      $ref: text,
      multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
      exclusiveMaximum: flag,
      exclusiveMinimum: flag,
      additionalItems: { anyOf: [flag, self] },
      additionalProperties: { anyOf: [flag, self] },
      enum: { type: 'array', minItems: 1, uniqueItems: true },
    },
    dependencies: { exclusiveMaximum: ['maximum'], exclusiveMinimum: ['minimum'] },
  }
}

function draft6(): Plain {
  return {
    $schema: 'http://json-schema.org/draft-06/schema#',
    $id: 'http://json-schema.org/draft-06/schema#',
    definitions: earlyDefinitions('nonNegativeInteger', stringList),
    type: ['object', 'boolean'],
    properties: {
      ...earlyProperties('nonNegativeInteger'),
      $id: uriReference,
      $ref: uriReference,
      multipleOf: { type: 'number', exclusiveMinimum: 0 },
      exclusiveMaximum: number,
      exclusiveMinimum: number,
      additionalItems: self,
      contains: self,
      additionalProperties: self,
      propertyNames: self,
      const: {},
      enum: { type: 'array', minItems: 1, uniqueItems: true },
    },
  }
}

function draft7(): Plain {
  const base = draft6()
  return {
    ...base,
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'http://json-schema.org/draft-07/schema#',
    properties: {
      ...(base['properties'] as Plain),
      $comment: text,
      readOnly: flag,
      writeOnly: flag,
      examples: { type: 'array', items: true },
      patternProperties: { ...mapOf(self), propertyNames: { format: 'regex' } },
      contentMediaType: text,
      contentEncoding: text,
      ...each(self, 'if', 'then', 'else'),
    },
  }
}

function draft2019(name: string): Plain | undefined {
  const again = { $recursiveRef: '#' }
  if (name !== 'schema') {
    const id = { ...uriReference, pattern: '^[^#]*#?$' }
    const parts: Readonly<Record<string, Plain>> = {
      'meta/core': {
        properties: {
          $id: id,
          $schema: uri,
          $anchor: { ...text, pattern: '^[A-Za-z][-A-Za-z0-9.:_]*$' },
          $ref: uriReference,
          $recursiveRef: uriReference,
          $recursiveAnchor: flag,
          $vocabulary: { ...mapOf(flag), propertyNames: uri },
          $comment: text,
          $defs: mapOf(again),
        },
      },
      'meta/applicator': applicator(again, {
        additionalItems: again,
        unevaluatedItems: again,
        unevaluatedProperties: again,
        items: { anyOf: [again, { $ref: '#/$defs/schemaArray' }] },
      }),
      'meta/validation': validation(),
      'meta/meta-data': metaData(),
      'meta/format': { properties: { format: text } },
      'meta/content': content(again),
    }
    return vocabulary('2019-09', name, { $recursiveAnchor: true }, parts[name])
  }
  const parts = ['core', 'applicator', 'validation', 'meta-data', 'format', 'content']
  return {
    ...heading('2019-09', 'schema', { $recursiveAnchor: true }),
    allOf: parts.map((part) => ({ $ref: `meta/${part}` })),
    properties: formerKeywords(again),
  }
}

function draft2020(name: string): Plain | undefined {
  const again = { $dynamicRef: '#meta' }
  if (name !== 'schema') {
    const parts: Readonly<Record<string, Plain>> = {
      'meta/core': core2020(again),
      'meta/applicator': applicator(again, {
        prefixItems: { $ref: '#/$defs/schemaArray' },
        items: again,
      }),
      'meta/unevaluated': { properties: { unevaluatedItems: again, unevaluatedProperties: again } },
      'meta/validation': validation(),
      'meta/meta-data': metaData(),
      'meta/format-annotation': { properties: { format: text } },
      'meta/format-assertion': { properties: { format: text } },
      'meta/content': content(again),
    }
    return vocabulary('2020-12', name, { $dynamicAnchor: 'meta' }, parts[name])
  }
  const rules = ['core', 'applicator', 'unevaluated', 'validation']
  const notes = ['meta-data', 'format-annotation', 'content']
  return {
    ...heading('2020-12', 'schema', { $dynamicAnchor: 'meta' }),
    allOf: [...rules, ...notes].map((part) => ({ $ref: `meta/${part}` })),
    properties: {
      ...formerKeywords(again),
      $recursiveAnchor: { $ref: 'meta/core#/$defs/anchorString' },
      $recursiveRef: { $ref: 'meta/core#/$defs/uriReferenceString' },
    },
  }
}

function heading(draft: string, name: string, anchor: Plain): Plain {
  const folder = `https://json-schema.org/draft/${draft}`
  const shape = { type: ['object', 'boolean'] }
  return { $schema: `${folder}/schema`, $id: `${folder}/${name}`, ...anchor, ...shape }
}

function vocabulary(
  draft: string,
  name: string,
  anchor: Plain,
  rules: Plain | undefined,
): Plain | undefined {
  if (rules === undefined) return undefined
  const url = `https://json-schema.org/draft/${draft}/vocab/${name.replace('meta/', '')}`
  return { ...heading(draft, name, anchor), $vocabulary: { [url]: true }, ...rules }
}

function formerKeywords(again: Plain): Plain {
  const strings = { $ref: 'meta/validation#/$defs/stringArray' }
  return { definitions: mapOf(again), dependencies: mapOf({ anyOf: [again, strings] }) }
}

function core2020(again: Plain): Plain {
  const reference = { $ref: '#/$defs/uriReferenceString' }
  const anchor = { $ref: '#/$defs/anchorString' }
  const url = { $ref: '#/$defs/uriString' }
  return {
    properties: {
      $id: { ...reference, pattern: '^[^#]*#?$' },
      $schema: url,
      $ref: reference,
      $anchor: anchor,
      $dynamicRef: reference,
      $dynamicAnchor: anchor,
      $vocabulary: { ...mapOf(flag), propertyNames: url },
      $comment: text,
      $defs: mapOf(again),
    },
    $defs: {
      anchorString: { ...text, pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' },
      uriString: uri,
      uriReferenceString: uriReference,
    },
  }
}

function applicator(again: Plain, items: Plain): Plain {
  const schemas = { $ref: '#/$defs/schemaArray' }
  return {
    properties: {
      ...items,
      contains: again,
      additionalProperties: again,
      properties: mapOf(again),
      patternProperties: { ...mapOf(again), propertyNames: { format: 'regex' } },
      dependentSchemas: mapOf(again),
      propertyNames: again,
      ...each(again, 'if', 'then', 'else'),
      allOf: schemas,
      anyOf: schemas,
      oneOf: schemas,
      not: again,
    },
    $defs: { schemaArray: { type: 'array', minItems: 1, items: again } },
  }
}

function validation(): Plain {
  const limit = { $ref: '#/$defs/nonNegativeInteger' }
  const limitFromZero = { $ref: '#/$defs/nonNegativeIntegerDefault0' }
  const strings = { $ref: '#/$defs/stringArray' }
  return {
    properties: {
      type: typeOrTypes({ $ref: '#/$defs/simpleTypes' }),
      const: true,
      enum: { type: 'array', items: true },
      multipleOf: { type: 'number', exclusiveMinimum: 0 },
      maximum: number,
      exclusiveMaximum: number,
      minimum: number,
      exclusiveMinimum: number,
      ...limitsOf(limit, limitFromZero, 'Length', 'Items', 'Properties'),
      ...limitsOf(limit, limit, 'Contains'),
      pattern: regex,
      uniqueItems: flag,
      required: strings,
      dependentRequired: mapOf(strings),
    },
    $defs: {
      nonNegativeInteger: wholeNumber,
      nonNegativeIntegerDefault0: limit,
      simpleTypes,
      stringArray: stringList,
    },
  }
}

function metaData(): Plain {
  const flags = { deprecated: flag, readOnly: flag, writeOnly: flag }
  const examples = { type: 'array', items: true }
  return { properties: { title: text, description: text, default: true, ...flags, examples } }
}

function content(again: Plain): Plain {
  return { properties: { contentEncoding: text, contentMediaType: text, contentSchema: again } }
}

function toValue(plain: PlainValue): Value {
  if (Array.isArray(plain)) return plain.map(toValue)
  if (typeof plain !== 'object') return plain
  return new Map(Object.entries(plain).map(([key, value]) => [key, toValue(value)]))
}
