// JSON.parse keeps the last of two fields of the same name and says nothing; this looks for them in the
// text, which is known to be valid JSON.

interface Frame {
  readonly seen: Set<string> | undefined
  /** Of an object the current field, of a list the current index. */
  at: string | number
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The fields that are in an object twice, as paths such as `spec.containers[0].name`. */
export function duplicateFields(text: string): readonly string[] {
  return walk(text).twice
}

/** Puts what is wrong with fields into the order in which they stand in the text. */
export function inOrderOfText(text: string, problems: readonly string[]): readonly string[] {
  const { order } = walk(text)
  const placeOf = (problem: string): number => {
    const path = /^\w+ field (".*")$/.exec(problem)?.[1]
    const places = path === undefined ? undefined : order.get(JSON.parse(path) as string)
    return (problem.startsWith('duplicate') ? places?.at(1) : places?.at(0)) ?? text.length
  }
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b))
}

interface Walk {
  readonly twice: readonly string[]
  /** Where each field stands, as often as it does. */
  readonly order: ReadonlyMap<string, readonly number[]>
}

function walk(text: string): Walk {
  const order = new Map<string, number[]>()
  const found: string[] = []
  const frames: Frame[] = []
  let lastText = ''
  for (let at = 0; at < text.length; at++) {
    const frame = frames.at(-1)
    switch (text.charCodeAt(at)) {
      case quote: {
        const start = at
        for (at++; text.charCodeAt(at) !== quote; at++) {
          if (text.charCodeAt(at) === backslash) at++
        }
        lastText = text.slice(start, at + 1)
        break
      }
      case colon:
        if (frame?.seen !== undefined)
          noteField(frames, frame, JSON.parse(lastText) as string, found)
        if (frame?.seen !== undefined) {
          const path = pathOf(frames)
          order.set(path, [...(order.get(path) ?? []), at])
        }
        break
      case openObject:
        frames.push({ seen: new Set(), at: '' })
        break
      case openList:
        frames.push({ seen: undefined, at: 0 })
        break
      case comma:
        if (typeof frame?.at === 'number') frame.at++
        break
      case closeObject:
      case closeList:
        frames.pop()
        break
      default:
    }
  }
  return { twice: found, order }
}

function noteField(frames: readonly Frame[], frame: Frame, field: string, found: string[]): void {
  frame.at = field
  if (frame.seen?.has(field) === true) found.push(pathOf(frames))
  frame.seen?.add(field)
}

function pathOf(frames: readonly Frame[]): string {
  let path = ''
  for (const { at } of frames) {
    if (typeof at === 'number') path += `[${at}]`
    else path += path === '' ? at : `.${at}`
  }
  return path
}
