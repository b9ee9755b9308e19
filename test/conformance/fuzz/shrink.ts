import { type Case, type Outcome } from '../case.ts'
import { renderWithHelm } from '../helm.ts'
import { ourOutcome } from './render-ours.ts'

/** A case on which the engines differ, and what they say. */
export interface Different {
  readonly one: Case
  readonly ours: Outcome
  readonly helm: Outcome
}

/** How often helm may be asked for one difference: each time is a process. */
const maxAsked = 160
const askedAtOnce = 8

/** A smaller case that differs in the same way, found by leaving out as much as possible, again and again. */
export async function shrink(
  found: Different,
  helm: string,
  signal: AbortSignal,
): Promise<Different> {
  let best = found
  let asked = 0
  for (;;) {
    const next = await firstThatDiffers()
    if (next === undefined) return best
    best = next
  }

  async function firstThatDiffers(): Promise<Different | undefined> {
    const promising = candidates(best.one)
      .map((one) => ({ one, ours: ourOutcome(one) }))
      .filter(({ ours }) => looksLike(ours, found.ours))
    while (promising.length > 0 && asked < maxAsked) {
      const some = promising.splice(0, askedAtOnce)
      asked += some.length
      const outcomes = await renderWithHelm(
        some.map(({ one }) => one),
        { helm, signal, shareable: () => false },
      )
      const different = some
        .map((candidate, i) => ({ ...candidate, helm: outcomes[i] ?? candidate.ours }))
        .find((each) => looksLike(each.helm, found.helm) && differs(each))
      if (different !== undefined) return different
    }
    return undefined
  }
}

function differs({ ours, helm }: Different): boolean {
  return JSON.stringify(ours) !== JSON.stringify(helm)
}

// A text that no longer parses is another error than the one looked for.
function looksLike(a: Outcome, b: Outcome): boolean {
  if (!('error' in a) || !('error' in b)) return 'output' in a === 'output' in b
  return a.error.startsWith('parse error') === b.error.startsWith('parse error')
}

/** Cases with less in them, the smallest first. */
function candidates(one: Case): Case[] {
  const { values: _values, files: _files, ...bare } = one
  const tokens = one.template.match(tokenPattern) ?? []
  const smaller: Case[] = one.values === undefined && one.files === undefined ? [] : [bare]
  for (let length = tokens.length; length >= 1; length--) {
    for (let start = 0; start + length <= tokens.length; start++) {
      if (!isBalanced(tokens.slice(start, start + length))) continue
      smaller.push({ ...one, template: tokens.toSpliced(start, length).join('') })
    }
  }
  return smaller
}

const tokenPattern = /\{\{-? |\{\{| -?\}\}|\}\}|"(?:\\.|[^"\\])*"|`[^`]*`|\s+|[\w$.]+|[^]/gu

function isBalanced(tokens: readonly string[]): boolean {
  const depth = (open: RegExp, close: RegExp) =>
    tokens.reduce((sum, token) => sum + (open.test(token) ? 1 : 0) - (close.test(token) ? 1 : 0), 0)
  return depth(/^\{\{/, /\}\}$/) === 0 && depth(/^\($/, /^\)$/) === 0
}
