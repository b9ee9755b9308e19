/** The lines of a Secret without its values; what is no value stays. */
export function maskSecretLines(lines: readonly string[]): readonly string[] {
  let isInside = false
  return lines.map((line) => {
    if (/^\S/.test(line)) {
      isInside = /^(?:data|stringData):/.test(line)
      return isInside
        ? line.replace(/:.*$/, (rest) => (rest.trim() === ':' ? rest : ': ***'))
        : line
    }
    const [, name = '   '] = /^(\s+[^\s:#][^:]*:)(?=\s|$)/.exec(line) ?? []
    return isInside && line.trim() !== '' ? `${name} ***` : line
  })
}
