// From tokens to events: libyaml's state machine for the first document of a stream. It looks at
// each token exactly when libyaml does, because a token that is never looked at is never scanned,
// and its errors never come up.

import { yamlError } from './errors.ts'
import * as events from './events.ts'
import { Scanner } from './scan/scanner.ts'
import type { Source } from './scan/source.ts'
import { readDirectives } from './scan/tag-directives.ts'
import * as kinds from './scan/tokens.ts'
import type { Token } from './scan/tokens.ts'

const documentStart = 0
const documentContent = 1
const documentEnd = 2
const blockNode = 3
const blockSequenceFirst = 4
const blockSequenceNext = 5
const indentlessSequenceNext = 6
const blockMappingFirst = 7
const blockMappingKey = 8
const blockMappingValue = 9
const flowSequenceFirst = 10
const flowSequenceNext = 11
const flowPairKey = 12
const flowPairValue = 13
const flowPairEnd = 14
const flowMappingFirst = 15
const flowMappingKey = 16
const flowMappingValue = 17
const flowMappingNoValue = 18
const finished = 19

export class Parser {
  /** Of the last event: where it begins, counted from zero. */
  line = 0
  /** Of a scalar its text, of an alias the anchor that it names. */
  value = ''
  /** The tag in full; empty where there is none. */
  tag = ''
  /** The anchor of a node; empty where there is none. */
  anchor = ''
  /** Whether a scalar is resolved by what it looks like: plain, or tagged `!`. */
  isImplicit = false
  /** The character that begins a scalar which is not plain: a quote, `|` or `>`; else empty. */
  quote = ''
  /** Whether a collection is written in brackets or braces. */
  isFlow = false

  private readonly scanner: Scanner
  private state = documentStart
  private readonly states: number[] = []
  private prefixes: ReadonlyMap<string, string> = new Map()

  constructor(source: Source) {
    this.scanner = new Scanner(source)
  }

  /** The next event. */
  next(): number {
    switch (this.state) {
      case documentStart:
        return this.parseDocumentStart()
      case documentContent:
        return this.parseDocumentContent()
      case documentEnd:
        return this.parseDocumentEnd()
      case blockNode:
        return this.parseNode('block')
      case blockSequenceFirst:
      case blockSequenceNext:
        return this.parseBlockSequence()
      case indentlessSequenceNext:
        return this.parseIndentlessSequence()
      case blockMappingFirst:
      case blockMappingKey:
        return this.parseBlockMappingKey()
      case blockMappingValue:
        return this.parseBlockMappingValue()
      default:
        return this.parseInFlow()
    }
  }

  private parseInFlow(): number {
    switch (this.state) {
      case flowSequenceFirst:
      case flowSequenceNext:
        return this.parseFlowSequence()
      case flowPairKey:
        return this.parseFlowPairKey()
      case flowPairValue:
        return this.parseFlowValue(flowPairEnd, kinds.flowSequenceEndToken)
      case flowPairEnd:
        this.state = flowSequenceNext
        return this.report(events.mappingEndEvent, this.scanner.peek().line)
      case flowMappingFirst:
      case flowMappingKey:
        return this.parseFlowMappingKey()
      case flowMappingValue:
        return this.parseFlowValue(flowMappingKey, kinds.flowMappingEndToken)
      case flowMappingNoValue:
        return this.reportEmpty(this.scanner.peek().line, flowMappingKey)
      default:
        throw new RangeError('no event follows the end of a document')
    }
  }

  private parseDocumentStart(): number {
    this.scanner.peek()
    this.scanner.take()
    const first = this.scanner.peek()
    if (first.kind === kinds.streamEndToken) {
      this.state = finished
      return this.report(events.streamEndEvent, first.line)
    }
    const isExplicit =
      first.kind === kinds.versionToken ||
      first.kind === kinds.tagDirectiveToken ||
      first.kind === kinds.documentStartToken
    this.prefixes = readDirectives(this.scanner)
    this.states.push(documentEnd)
    this.state = blockNode
    if (isExplicit) {
      const { kind, line } = this.scanner.peek()
      if (kind !== kinds.documentStartToken)
        throw yamlError('syntax', 'did not find expected <document start>', line)
      this.scanner.take()
      this.state = documentContent
    }
    return this.report(events.documentStartEvent, first.line)
  }

  private parseDocumentContent(): number {
    const { kind, line } = this.scanner.peek()
    switch (kind) {
      case kinds.versionToken:
      case kinds.tagDirectiveToken:
      case kinds.documentStartToken:
      case kinds.documentEndToken:
      case kinds.streamEndToken:
        return this.reportEmpty(line, this.popState())
      default:
        return this.parseNode('block')
    }
  }

  private parseDocumentEnd(): number {
    const { line } = this.scanner.peek()
    this.state = finished
    return this.report(events.documentEndEvent, line)
  }

  private parseNode(context: 'block' | 'block-or-indentless' | 'flow'): number {
    const first = this.scanner.peek()
    if (first.kind === kinds.aliasToken) {
      this.state = this.popState()
      this.value = first.value
      this.scanner.take()
      return this.report(events.aliasEvent, first.line)
    }
    this.readProperties()
    const { kind, line, value, suffix } = this.scanner.peek()
    const from = first.line
    if (context === 'block-or-indentless' && kind === kinds.entryToken)
      return this.startCollection(events.sequenceStartEvent, indentlessSequenceNext, from)
    switch (kind) {
      case kinds.plainToken:
      case kinds.quotedToken:
        this.value = value
        this.quote = suffix
        this.isImplicit = (this.tag === '' && kind === kinds.plainToken) || this.tag === '!'
        this.state = this.popState()
        this.scanner.take()
        return this.report(events.scalarEvent, from)
      case kinds.flowSequenceToken:
        return this.startCollection(events.sequenceStartEvent, flowSequenceFirst, from)
      case kinds.flowMappingToken:
        return this.startCollection(events.mappingStartEvent, flowMappingFirst, from)
    }
    if (context !== 'flow') {
      if (kind === kinds.blockSequenceToken)
        return this.startCollection(events.sequenceStartEvent, blockSequenceFirst, from)
      if (kind === kinds.blockMappingToken)
        return this.startCollection(events.mappingStartEvent, blockMappingFirst, from)
    }
    if (this.anchor === '' && this.tag === '')
      throw yamlError('syntax', 'did not find expected node content', line)
    this.value = ''
    this.quote = ''
    this.isImplicit = this.tag === ''
    this.state = this.popState()
    return this.report(events.scalarEvent, from)
  }

  // An anchor and a tag, in either order.
  private readProperties(): void {
    this.anchor = ''
    this.tag = ''
    const first = this.scanner.peek()
    if (first.kind === kinds.anchorToken) {
      this.anchor = first.value
      const second = this.takeToken()
      if (second.kind !== kinds.tagToken) return
      this.takeToken()
      this.tag = this.resolveTag(second)
    } else if (first.kind === kinds.tagToken) {
      const second = this.takeToken()
      if (second.kind === kinds.anchorToken) {
        this.anchor = second.value
        this.takeToken()
      }
      this.tag = this.resolveTag(first)
    }
  }

  private resolveTag({ value, suffix, line }: Token): string {
    if (value === '') return suffix
    const prefix = this.prefixes.get(value)
    if (prefix === undefined) throw yamlError('syntax', 'found undefined tag handle', line)
    return prefix + suffix
  }

  private parseBlockSequence(): number {
    if (this.state === blockSequenceFirst) this.takeToken()
    const { kind, line } = this.scanner.peek()
    if (kind === kinds.entryToken) {
      const next = this.takeToken().kind
      if (next === kinds.entryToken || next === kinds.blockEndToken)
        return this.reportEmpty(line, blockSequenceNext)
      this.states.push(blockSequenceNext)
      return this.parseNode('block')
    }
    if (kind === kinds.blockEndToken) return this.endCollection(events.sequenceEndEvent)
    throw yamlError('syntax', "did not find expected '-' indicator", line)
  }

  // A sequence in a mapping that is not indented further than its key.
  private parseIndentlessSequence(): number {
    const { kind, line } = this.scanner.peek()
    if (kind === kinds.entryToken) {
      const next = this.takeToken().kind
      if (next === kinds.entryToken || endsMappingPart(next))
        return this.reportEmpty(line, indentlessSequenceNext)
      this.states.push(indentlessSequenceNext)
      return this.parseNode('block')
    }
    this.state = this.popState()
    return this.report(events.sequenceEndEvent, line)
  }

  private parseBlockMappingKey(): number {
    if (this.state === blockMappingFirst) this.takeToken()
    const { kind, line } = this.scanner.peek()
    if (kind === kinds.keyToken) {
      if (endsMappingPart(this.takeToken().kind)) return this.reportEmpty(line, blockMappingValue)
      this.states.push(blockMappingValue)
      return this.parseNode('block-or-indentless')
    }
    if (kind === kinds.blockEndToken) return this.endCollection(events.mappingEndEvent)
    throw yamlError('syntax', 'did not find expected key', line)
  }

  private parseBlockMappingValue(): number {
    const { kind, line } = this.scanner.peek()
    if (kind !== kinds.valueToken || endsMappingPart(this.takeToken().kind))
      return this.reportEmpty(line, blockMappingKey)
    this.states.push(blockMappingKey)
    return this.parseNode('block-or-indentless')
  }

  private parseFlowSequence(): number {
    const isFirst = this.state === flowSequenceFirst
    const { kind, line } = this.nextFlowEntry(isFirst, kinds.flowSequenceEndToken, ']')
    if (kind === kinds.flowSequenceEndToken) return this.endCollection(events.sequenceEndEvent)
    if (kind !== kinds.keyToken) {
      this.states.push(flowSequenceNext)
      return this.parseNode('flow')
    }
    // A pair in a sequence is a mapping of its own.
    this.scanner.take()
    this.anchor = ''
    this.tag = ''
    this.state = flowPairKey
    this.isFlow = true
    return this.report(events.mappingStartEvent, line)
  }

  private parseFlowPairKey(): number {
    const { kind, line } = this.scanner.peek()
    if (kind === kinds.valueToken || endsFlowEntry(kind, kinds.flowSequenceEndToken)) {
      // libyaml drops the token, even where it is the comma or bracket that ends the pair.
      this.scanner.take()
      return this.reportEmpty(line, flowPairValue)
    }
    this.states.push(flowPairValue)
    return this.parseNode('flow')
  }

  private parseFlowMappingKey(): number {
    const isFirst = this.state === flowMappingFirst
    const { kind } = this.nextFlowEntry(isFirst, kinds.flowMappingEndToken, '}')
    if (kind === kinds.flowMappingEndToken) return this.endCollection(events.mappingEndEvent)
    if (kind !== kinds.keyToken) {
      this.states.push(flowMappingNoValue)
      return this.parseNode('flow')
    }
    const next = this.takeToken()
    if (next.kind === kinds.valueToken || endsFlowEntry(next.kind, kinds.flowMappingEndToken))
      return this.reportEmpty(next.line, flowMappingValue)
    this.states.push(flowMappingValue)
    return this.parseNode('flow')
  }

  private parseFlowValue(after: number, end: number): number {
    const token = this.scanner.peek()
    if (token.kind !== kinds.valueToken) return this.reportEmpty(token.line, after)
    const next = this.takeToken()
    if (endsFlowEntry(next.kind, end)) return this.reportEmpty(next.line, after)
    this.states.push(after)
    return this.parseNode('flow')
  }

  // The token with which the next entry begins, or that ends the collection.
  private nextFlowEntry(isFirst: boolean, end: number, bracket: string): Token {
    if (isFirst) return this.takeToken()
    const token = this.scanner.peek()
    if (token.kind === end) return token
    if (token.kind === kinds.flowEntryToken) return this.takeToken()
    throw yamlError('syntax', `did not find expected ',' or '${bracket}'`, token.line)
  }

  private startCollection(event: number, state: number, line: number): number {
    this.state = state
    this.isFlow = state >= flowSequenceFirst
    return this.report(event, line)
  }

  private endCollection(event: number): number {
    const { line } = this.scanner.peek()
    this.state = this.popState()
    this.scanner.take()
    return this.report(event, line)
  }

  private reportEmpty(line: number, state: number): number {
    this.state = state
    this.value = ''
    this.tag = ''
    this.anchor = ''
    this.quote = ''
    this.isImplicit = true
    return this.report(events.scalarEvent, line)
  }

  private report(event: number, line: number): number {
    this.line = line
    return event
  }

  // Takes a token and returns the one after it.
  private takeToken(): Token {
    this.scanner.take()
    return this.scanner.peek()
  }

  private popState(): number {
    return this.states.pop() ?? finished
  }
}

function endsMappingPart(kind: number): boolean {
  return kind === kinds.keyToken || kind === kinds.valueToken || kind === kinds.blockEndToken
}

function endsFlowEntry(kind: number, end: number): boolean {
  return kind === kinds.flowEntryToken || kind === end
}
