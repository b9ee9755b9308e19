// go-yaml's defence against documents that grow by aliases: beyond some size most of what is
// decoded has to be written out.

import { yamlError } from './errors.ts'
import type { AliasNode } from './nodes.ts'

const smallDocument = 400_000
const largeDocument = 4_000_000
const shareInSmall = 0.99
const shareInLarge = 0.1

export class AliasGuard {
  private decoded = 0
  private decodedByAlias = 0
  private readonly open = new Set<AliasNode>()

  /** Counts one decoded node. */
  count(): void {
    this.decoded++
    if (this.open.size > 0) this.decodedByAlias++
    if (
      this.decodedByAlias > 100 &&
      this.decoded > 1000 &&
      this.decodedByAlias / this.decoded > allowedShare(this.decoded)
    )
      throw yamlError('alias', 'document contains excessive aliasing', 0)
  }

  enter(alias: AliasNode): void {
    if (this.open.has(alias))
      throw yamlError('alias', `anchor '${alias.name}' value contains itself`, 0)
    this.open.add(alias)
  }

  leave(alias: AliasNode): void {
    this.open.delete(alias)
  }
}

function allowedShare(decoded: number): number {
  if (decoded <= smallDocument) return shareInSmall
  if (decoded >= largeDocument) return shareInLarge
  const part = (decoded - smallDocument) / (largeDocument - smallDocument)
  return shareInSmall - (shareInSmall - shareInLarge) * part
}
