/** A place in the values, such as `image.tag` or `ports[0].name`. Each exists once below its root. */
export class ValuesPath {
  readonly parent: ValuesPath | undefined
  readonly key: string | number
  private readonly children = new Map<string | number, ValuesPath>()

  private constructor(parent: ValuesPath | undefined, key: string | number) {
    this.parent = parent
    this.key = key
  }

  /** The values as a whole. */
  static root(): ValuesPath {
    return new ValuesPath(undefined, '')
  }

  child(key: string | number): ValuesPath {
    let child = this.children.get(key)
    if (child === undefined) this.children.set(key, (child = new ValuesPath(this, key)))
    return child
  }

  /** Keys from the root down. */
  get keys(): readonly (string | number)[] {
    return this.parent === undefined ? [] : [...this.parent.keys, this.key]
  }

  /** As --set takes it. */
  get text(): string {
    return pathText(this.keys)
  }

  /** Whether this is the other path or lies above it. */
  covers(other: ValuesPath): boolean {
    let at: ValuesPath | undefined = other
    while (at !== undefined && at !== this) at = at.parent
    return at === this
  }
}

/** Keys as --set takes them: indexes in brackets, dots and brackets in keys behind backslashes. */
export function pathText(keys: readonly (string | number)[]): string {
  let text = ''
  for (const key of keys) {
    if (typeof key === 'number') text += `[${key}]`
    else text += `${text === '' ? '' : '.'}${key.replaceAll(/[.,=[\]\\]/g, String.raw`\$&`)}`
  }
  return text
}
