// JSON.parse keeps the last of two fields of the same name and says nothing; this looks for them in the
// text, which is known to be valid JSON. A path is as long as its fields are deep, so paths are made
// only for messages, and only so many of them.

/** As many problems as Kubernetes' own decoder tells of. */
export const mostProblems = 100

/** Characters of all paths that are made; beyond it no more are reported. */
export const mostCharacters = 1024 * 1024

interface Frame {
  /** The fields of an object so far; undefined in a list. */
  readonly seen: Set<string> | undefined
  /** Of an object the current field, of a list the current index. */
  at: string | number
  /** The paths that are looked for at this place and below; undefined where there is none. */
  readonly sought: Sought | undefined
  /** The same for the current field or index. */
  current: Sought | undefined
}

/** A place in the tree of all paths that are looked for, whose branches are steps such as `.name` and `[0]`. */
interface Sought {
  readonly below: Map<string, Sought>
  readonly isRoot: boolean
  /** The path that ends here. */
  path?: string
}

/** Hears of each field, with the objects and lists around it, and where it stands. */
type Visit = (frames: readonly Frame[], isTwice: boolean, at: number) => void

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The first fields that are in an object twice, as paths such as `spec.containers[0].name`. */
export function duplicateFields(text: string): readonly string[] {
  const found = new Set<string>()
  let characters = 0
  walk(text, undefined, (frames, isTwice) => {
    if (!isTwice || found.size >= mostProblems || characters > mostCharacters) return
    const path = pathOf(frames)
    characters += path.length
    found.add(path)
  })
  return [...found]
}

/** Puts what is wrong with fields into the order in which they stand in the text. */
export function inOrderOfText(text: string, problems: readonly string[]): readonly string[] {
  const paths = new Map(problems.map((problem) => [problem, pathIn(problem)]))
  const places = new Map<string, number[]>()
  const sought = treeOf([...new Set(paths.values())].flatMap((path) => path ?? []))
  walk(text, sought, (frames, _isTwice, at) => {
    const path = frames.at(-1)?.current?.path
    if (path !== undefined) places.set(path, [...(places.get(path) ?? []), at].slice(0, 2))
  })
  const placeOf = (problem: string): number => {
    const found = places.get(paths.get(problem) ?? '')
    return (problem.startsWith('duplicate') ? found?.at(1) : found?.at(0)) ?? text.length
  }
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function pathIn(problem: string): string | undefined {
  const path = /^\w+ field (".*")$/.exec(problem)?.[1]
  return path === undefined ? undefined : (JSON.parse(path) as string)
}

function treeOf(paths: readonly string[]): Sought {
  const root: Sought = { below: new Map(), isRoot: true }
  for (const path of paths) {
    let place = root
    for (const step of stepsOf(path)) {
      const next = place.below.get(step) ?? { below: new Map(), isRoot: false }
      place.below.set(step, next)
      place = next
    }
    place.path = path
  }
  return root
}

/** A path taken apart before each dot and bracket, also those within a field's name. */
function stepsOf(path: string): readonly string[] {
  return path.match(/[.[]?[^.[]+|[.[]/g) ?? []
}

function walk(text: string, all: Sought | undefined, visit: Visit): void {
  const frames: Frame[] = []
  let field = ''
  for (let at = 0; at < text.length; at++) {
    const frame = frames.at(-1)
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfText(text, at)
        field = text.slice(at, end + 1)
        at = end
        break
      }
      case colon:
        if (frame !== undefined) visit(frames, enterField(frame, JSON.parse(field) as string), at)
        break
      case openObject:
        frames.push({
          seen: new Set(),
          at: '',
          sought: frame === undefined ? all : frame.current,
          current: undefined,
        })
        break
      case openList: {
        const sought = frame === undefined ? all : frame.current
        frames.push({ seen: undefined, at: 0, sought, current: stepInto(sought, '[0]') })
        break
      }
      case comma:
        if (typeof frame?.at === 'number') enterItem(frame, frame.at + 1)
        break
      case closeObject:
      case closeList:
        frames.pop()
        break
      default:
    }
  }
}

function endOfText(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/** Whether the field was there before. */
function enterField(frame: Frame, field: string): boolean {
  const isTwice = frame.seen?.has(field) === true
  frame.seen?.add(field)
  frame.at = field
  frame.current = stepInto(frame.sought, frame.sought?.isRoot === true ? field : `.${field}`)
  return isTwice
}

function enterItem(frame: Frame, index: number): void {
  frame.at = index
  frame.current = stepInto(frame.sought, `[${index}]`)
}

function stepInto(place: Sought | undefined, text: string): Sought | undefined {
  if (place === undefined) return undefined
  let reached: Sought | undefined = place
  for (const step of stepsOf(text)) reached = reached?.below.get(step)
  return reached
}

function pathOf(frames: readonly Frame[]): string {
  let path = ''
  for (const { at } of frames) {
    if (typeof at === 'number') path += `[${at}]`
    else path += path === '' ? at : `.${at}`
  }
  return path
}
