const word = /(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g
const part = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^'"\\]+)/g

/** The words of a command line with the quotes of a shell, and nothing else of a shell: no pipes, no variables. */
export function splitWords(text: string): readonly string[] {
  return (text.match(word) ?? []).map((raw) =>
    raw.replaceAll(
      part,
      // oxlint-disable-next-line max-params -- the engine passes one parameter for each group
      (_all, single?: string, double?: string, escaped?: string, plain?: string) =>
        single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? escaped ?? plain ?? '',
    ),
  )
}
