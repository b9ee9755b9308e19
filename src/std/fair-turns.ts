/**
 * Whose turn it is among lines of different rank: the highest goes first, but a line that was passed over often enough in a
 * row goes before it, so that none waits for ever.
 */
export class FairTurns<Rank> {
  private readonly most: number
  private readonly passedOver = new Map<Rank, number>()

  /** How often a line may be passed over in a row. */
  constructor(most: number) {
    this.most = most
  }

  /** One of the ranks that somebody waits in, which are given with the highest first. */
  next(waiting: readonly Rank[]): Rank | undefined {
    const overdue = waiting.findLast((rank) => this.countOf(rank) >= this.most)
    const turn = overdue ?? waiting[0]
    if (turn === undefined) return undefined
    this.passedOver.delete(turn)
    for (const rank of waiting.slice(waiting.indexOf(turn) + 1))
      this.passedOver.set(rank, this.countOf(rank) + 1)
    return turn
  }

  private countOf(rank: Rank): number {
    return this.passedOver.get(rank) ?? 0
  }
}
