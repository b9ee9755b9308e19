import { compileTrees, hasFunction } from './compile/compile.ts'
import type { FuncMap } from './func.ts'
import { measureActions } from './measure-actions.ts'
import { parseTemplates } from './parse/parse.ts'
import type { Executable } from './run/run.ts'

type Templates = ReadonlyMap<string, Executable>

/** How many bytes a generation of the cache takes, about, before it becomes the old one. */
const maxCachedBytes = 24 * 1024 * 1024
const maxCachedTexts = 20_000
/** The bytes of a compiled action, and of each character in it. */
const bytesPerAction = 400
const bytesPerCharacter = 40

/**
 * Compiled templates by name and text, for one map of functions. Texts used lately are kept in two
 * generations: what is not asked for while the young one fills up is forgotten with the old one.
 */
class Library {
  private readonly funcs: FuncMap
  private young = new Generation()
  private old = new Generation()
  private bytes = 0

  constructor(funcs: FuncMap) {
    this.funcs = funcs
  }

  /** The templates that a text defines. Throws a ParseError. */
  get(name: string, text: string): Templates {
    const found = this.young.get(name, text)
    if (found !== undefined) return found
    const templates = this.old.get(name, text) ?? this.compile(name, text)
    this.keep(name, text, templates)
    return templates
  }

  private compile(name: string, text: string): Templates {
    const trees = parseTemplates({ name, text }, (func) => hasFunction(this.funcs, func))
    return compileTrees(trees, this.funcs)
  }

  private keep(name: string, text: string, templates: Templates): void {
    const bytes = name.length + bytesOf(text)
    this.bytes += bytes
    if (this.bytes > maxCachedBytes || this.young.size >= maxCachedTexts) {
      this.old = this.young
      this.young = new Generation()
      this.bytes = bytes
    }
    this.young.set(name, text, templates)
  }
}

// A text of actions alone takes seventy times its length: by that a chart could fill a thread that renders others' as well.
function bytesOf(text: string): number {
  const { count, characters } = measureActions(text)
  return text.length + count * bytesPerAction + characters * bytesPerCharacter
}

/** By text first: one key of name and text would be a second copy of every text. */
class Generation {
  private readonly byText = new Map<string, Map<string, Templates>>()
  size = 0

  get(name: string, text: string): Templates | undefined {
    return this.byText.get(text)?.get(name)
  }

  set(name: string, text: string, templates: Templates): void {
    const byName = this.byText.get(text)
    if (byName === undefined) this.byText.set(text, new Map([[name, templates]]))
    else byName.set(name, templates)
    this.size++
  }
}

const libraries = new WeakMap<FuncMap, Library>()

/** The compiled templates of a text; made at most once for the same functions, name and text. */
export function templatesOf(funcs: FuncMap, name: string, text: string): Templates {
  let library = libraries.get(funcs)
  if (library === undefined) {
    library = new Library(funcs)
    libraries.set(funcs, library)
  }
  return library.get(name, text)
}
