const secretEnd =
  /(?:pass(?:word|wd|phrase)|secret|token|credentials?|(?:api|access|secret|private|encryption)[-_]?key)$/i
// The name of a Secret, or where one is, is no secret.
const nameOfOne = /^existing|pullsecret$/i

/** Whether a setting of this name holds something that nobody should read over a shoulder. */
export function isSecretName(name: string): boolean {
  return secretEnd.test(name) && !nameOfOne.test(name)
}
