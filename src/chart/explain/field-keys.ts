/** Keys of a path such as `a.b\.c[0]`. */
export function parseKeys(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|((?:\\.|[^.[\\])+)/gs)].map(([, index, key]) =>
    index === undefined ? (key ?? '').replaceAll(/\\(.)/gs, '$1') : Number(index),
  )
}
