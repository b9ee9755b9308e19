/**
 * Modules that few charts need and that cost every start: tables of Unicode and of ciphers, numbers of curves,
 * time zones. esbuild gets them as entry points, so that each becomes a part of its own, which the
 * program runs at the first use of it.
 */
export const lateModules: Readonly<Record<string, string>> = {
  'late/re2': 'node_modules/re2js/build/index.js',
  'late/bcrypt': 'node_modules/bcryptjs/index.js',
  'late/ciphers': 'node_modules/@noble/ciphers/aes.js',
  'late/hashes': 'node_modules/@noble/hashes/sha2.js',
  'late/legacy-hashes': 'node_modules/@noble/hashes/legacy.js',
  'late/scrypt': 'node_modules/@noble/hashes/scrypt.js',
  'late/curves': 'node_modules/@noble/curves/abstract/weierstrass.js',
  'late/ed25519': 'node_modules/@noble/curves/ed25519.js',
  'late/modular': 'node_modules/@noble/curves/abstract/modular.js',
  'late/zones': 'src/template/functions/time/zone-data.ts',
  'late/metaschemas': 'src/formats/json-schema/metaschemas.ts',
}

const packages = /^node_modules\/(?:re2js|bcryptjs|@noble\/ciphers|@noble\/curves|@noble\/hashes)\//
const modules = new Set(Object.values(lateModules))

/** Whether a file may run late; what it is imported for must not be an effect. */
export function isLateModule(path: string): boolean {
  return packages.test(path) || modules.has(path)
}
