/** A path as `--set` takes it: indexes in brackets, dots and brackets in keys behind backslashes. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((key) =>
      typeof key === 'number' ? `[${key}]` : `.${key.replaceAll(/[.,=[\]\\]/g, String.raw`\$&`)}`,
    )
    .join('')
    .replace(/^\./, '')
}
