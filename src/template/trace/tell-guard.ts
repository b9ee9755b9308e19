import type { BodyNode, BranchNode, ListNode, OperandNode, PipeNode } from '../parse/nodes.ts'
import { isTrue } from '../run/truth.ts'
import type { Traced } from './provenance.ts'
import type { ReadSet } from './read-set.ts'
import type { Tracing } from './tracing.ts'

/** Tells whoever asked for it how a branch was decided. */
export function tellGuard(
  tracing: Tracing,
  node: BranchNode,
  { value }: Traced,
  reads: ReadSet,
): void {
  if (tracing.onGuard === undefined || reads.id === 0) return
  const { templates } = tracing.run
  const { name } = tracing.frame.tree
  tracing.onGuard({
    node,
    kind: node.kind,
    reads,
    literals: literalsOf(node.pipe),
    opens: node.elseList !== undefined || !isTrue(value),
    mentions: (isMeant) => isMeant(name) || new Mentions(templates, isMeant).inBranch(node),
  })
}

function literalsOf(pipe: PipeNode): readonly string[] {
  return pipe.commands.flatMap(({ args }) => args.flatMap(literalsIn))
}

function literalsIn(node: OperandNode): readonly string[] {
  if (node.kind === 'string') return [node.value]
  if (node.kind === 'pipe') return literalsOf(node)
  return node.kind === 'chain' ? literalsIn(node.node) : []
}

type Templates = Tracing['run']['templates']

/** Looks through nodes and the templates that they include. */
class Mentions {
  private readonly templates: Templates
  private readonly isMeant: (text: string) => boolean
  private readonly visited = new Set<string>()

  constructor(templates: Templates, isMeant: (text: string) => boolean) {
    this.templates = templates
    this.isMeant = isMeant
  }

  inBranch({ list, elseList }: BranchNode): boolean {
    return this.inList(list) || this.inList(elseList)
  }

  private inList(list: ListNode | undefined): boolean {
    return list?.nodes.some((node) => this.inNode(node)) ?? false
  }

  private inNode(node: BodyNode): boolean {
    switch (node.kind) {
      case 'text':
        return this.isMeant(node.text)
      case 'action':
        return this.inPipe(node.pipe)
      case 'template':
        return this.inTemplate(node.name)
      case 'break':
      case 'continue':
        return false
      default:
        return this.inPipe(node.pipe) || this.inBranch(node)
    }
  }

  private inPipe(pipe: PipeNode): boolean {
    return pipe.commands.some(({ args }) => args.some((arg) => this.inOperand(arg)))
  }

  private inOperand(node: OperandNode): boolean {
    switch (node.kind) {
      case 'pipe':
        return this.inPipe(node)
      case 'chain':
        return node.fields.some(this.isMeant) || this.inOperand(node.node)
      case 'field':
        return node.names.some(this.isMeant)
      case 'variable':
        return node.fields.some(this.isMeant)
      case 'string':
        return this.isMeant(node.value) || this.inTemplate(node.value)
      default:
        return false
    }
  }

  // A literal may name a template that is included.
  private inTemplate(name: string): boolean {
    if (this.visited.has(name)) return false
    this.visited.add(name)
    const found = this.templates.find(name)
    return found !== undefined && this.inList(found.tree.root)
  }
}
