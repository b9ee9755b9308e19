export interface Actions {
  /** How many actions a text has, those that are not closed included. */
  readonly count: number
  /** Characters between their braces. */
  readonly characters: number
}

/** How much of a text is to be parsed and compiled, by which it is paid for and kept: all else is only text. */
export function measureActions(text: string): Actions {
  let count = 0
  let characters = 0
  for (let open = text.indexOf('{{'); open !== -1;) {
    const close = text.indexOf('}}', open)
    const end = close === -1 ? text.length : close
    count++
    characters += end - open
    open = text.indexOf('{{', end)
  }
  return { count, characters }
}
