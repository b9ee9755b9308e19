import { MissingKeysError } from '../../template/errors.ts'
import type { Entropy, KeyKind } from '../../template/func.ts'

/** Makes a private key as PKCS#8 DER. */
export type MakeKey = (kind: KeyKind) => Promise<Uint8Array>

const maxRounds = 8

/**
 * Renders where keys can only be made asynchronously, as in a browser: a round that lacks keys says
 * which, they are made, and the render starts again with the same entropy.
 */
export async function renderWithKeys<T>(
  render: (entropy: Entropy) => T,
  startEntropy: () => Entropy,
  makeKey: MakeKey,
): Promise<T> {
  const keys: { readonly kind: KeyKind; readonly key: Uint8Array }[] = []
  for (let round = 1; ; round++) {
    const left = [...keys]
    const generateKey = (kind: KeyKind) => {
      const at = left.findIndex((one) => one.kind === kind)
      return at < 0 ? undefined : left.splice(at, 1)[0]?.key
    }
    try {
      return render({ ...startEntropy(), generateKey })
    } catch (error) {
      if (!(error instanceof MissingKeysError) || round === maxRounds) throw error
      for (const kind of error.kinds) keys.push({ kind, key: await makeKey(kind) })
    }
  }
}
