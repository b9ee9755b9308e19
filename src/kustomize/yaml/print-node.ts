// The text of a tree as go-yaml v3 writes nodes: order and quotes stay, lists are not indented.
// Comments are not kept.

import {
  multiline,
  notLiteral,
  notPlain,
  notSingleQuoted,
  shapeOf,
} from '../../formats/yaml/write/emit-scalar.ts'
import { YamlText } from '../../formats/yaml/write/emit-text.ts'
import { stringTag, type YamlNode } from './node.ts'
import { tagOfPlain } from './scalar.ts'

const rules = { tabsInLiterals: true }

/** The YAML of a tree, with a line break at its end. */
export function printNode(node: YamlNode): string {
  const text = new YamlText(Infinity)
  write(text, node, -2, false)
  return text.out.endsWith('\n') ? text.out : `${text.out}\n`
}

/** The text of a scalar with its quotes. */
export function printScalar(node: YamlNode): string {
  return printNode(node).trim()
}

function write(text: YamlText, node: YamlNode, indent: number, afterKey: boolean): void {
  switch (node.kind) {
    case 'none':
      text.out += afterKey ? ' null' : 'null'
      break
    case 'scalar':
      if (afterKey) text.out += ' '
      writeScalar(text, node, indent)
      break
    case 'list':
      writeItems(text, node, indent, afterKey)
      break
    case 'map':
      writeFields(text, node, indent, afterKey)
      break
  }
}

function writeItems(text: YamlText, node: YamlNode, indent: number, afterKey: boolean): void {
  if (node.content.length === 0) text.out += afterKey ? ' []' : '[]'
  const inner = afterKey ? indent : indent + 2
  for (const [index, item] of node.content.entries()) {
    if (index > 0 || afterKey) text.startLine(inner)
    text.out += '- '
    write(text, item, inner, false)
  }
}

function writeFields(text: YamlText, node: YamlNode, indent: number, afterKey: boolean): void {
  if (node.content.length === 0) text.out += afterKey ? ' {}' : '{}'
  const inner = indent + 2
  for (let i = 0; i + 1 < node.content.length; i += 2) {
    const key = node.content[i]
    const value = node.content[i + 1]
    if (key === undefined || value === undefined) continue
    if (i > 0 || afterKey) text.startLine(inner)
    writeScalar(text, key, inner)
    text.out += ':'
    write(text, value, inner, true)
  }
}

function writeScalar(text: YamlText, node: YamlNode, indent: number): void {
  const { value, tag } = node
  const inner = indent < 0 ? 2 : indent + 2
  const shape = shapeOf(value, rules)
  const style = styleOf(node)
  const isOther = tag !== '' && tag !== stringTag && (style !== '' || tagOfPlain(value) !== tag)
  if (isOther) text.out += `${tag} `
  if (style === '' && (shape & (notPlain | multiline)) === 0 && value !== '') {
    text.writePlain(value, inner, false)
  } else if (style === '' && value === '' && tag !== stringTag) {
    text.writePlain(tag === '' ? '""' : '', inner, false)
  } else if ((style === '|' || style === '>') && (shape & notLiteral) === 0) {
    text.writeLiteral(value, inner)
  } else if ((style === '' || style === "'") && (shape & notSingleQuoted) === 0) {
    text.writeSingleQuoted(value, inner, false)
  } else text.writeDoubleQuoted(value, inner, false)
}

function styleOf({ value, tag, quote }: YamlNode): YamlNode['quote'] {
  if (quote !== '') return quote
  if (value.includes('\n')) return '|'
  return tag === stringTag && tagOfPlain(value) !== stringTag ? '"' : ''
}
