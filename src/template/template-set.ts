/** A template by name, or undefined. The root of a `tpl` text is always that text itself. */
export class TemplateSet<T extends { readonly tree: { readonly isEmpty: boolean } }> {
  private readonly own: ReadonlyMap<string, T>
  private readonly parent: TemplateSet<T> | undefined

  constructor(own: ReadonlyMap<string, T>, parent: TemplateSet<T> | undefined) {
    this.own = own
    this.parent = parent
  }

  /** The newest definition; an empty one counts only where there is no other. */
  find(name: string): T | undefined {
    const found = this.own.get(name)
    if (found !== undefined && (!found.tree.isEmpty || name === rootName)) return found
    return this.parent?.find(name) ?? found
  }
}

/** The name that Helm gives the root of its templates, and each text given to `tpl`. */
export const rootName = 'gotpl'
