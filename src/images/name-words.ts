// Names of fields, flags, variables and keys, told apart by whole words: CSI_RESIZER_IMAGE holds no "size".

/** The words of a name in lower case: `sidecar.istio.io/proxyImage` has sidecar, istio, io, proxy, image. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

// Words that make something else of the image before them.
const otherThings = new Set(
  (
    'pull pulls puller policy policies secret secrets size type arch architecture prefix suffix dir directory path ' +
    'url uri link tag tags version versions port host feature features format registry registries repository repo ' +
    'digest id gc credential credentials user username password threshold provider service cache family timeout ' +
    'count limit label labels annotation verification verify scan scanner updater update automation reflector list ' +
    'namespace org organization project domain mirror mirrors ' +
    'file files data key keys loader mode width height quality upload title alt'
  ).split(' '),
)
// Words before an image that say what is done with it, that nothing runs it, or that it is one of a machine or a picture.
const otherUses = new Set(
  (
    'pull skip disable enable allow allowed deny denied block blocked no max min backing exempt exempted exclude ' +
    'excluded ignore ignored trusted forbidden verify verified scanned output destination push pushed built ' +
    'os vm machine ami boot iso background avatar logo icon favicon cover banner thumbnail'
  ).split(' '),
)

/** Whether the name of a field, flag or variable says that an image follows. */
export function namesImage(name: string): boolean {
  return nameSays(name, isImageWord)
}

function isImageWord(word: string): boolean {
  return word === 'image' || word === 'img' || /^(?:docker|base|container)image$/.test(word)
}

/** Whether the name says that several images follow. */
export function namesImages(name: string): boolean {
  const words = wordsOf(name)
  if (!/^(?:list|lists|set)$/.test(words.at(-1) ?? '')) return saysImages(words)
  return saysImages(words.slice(0, -1)) || nameSays(words.slice(0, -1).join(' '), isImageWord)
}

// Images to pull are images; a flag that pulls them has no list.
function saysImages(words: readonly string[]): boolean {
  const name = words.join(' ').replace(/\bpull images$/, 'images')
  return nameSays(name, (word) => word === 'images')
}

/** Whether the name says that the address of an image follows: `imageUrl`. A picture has one, too. */
export function namesImageAddress(name: string): boolean {
  const words = wordsOf(name)
  const isAddress = /^(?:url|uri)$/.test(words.at(-1) ?? '')
  return isAddress && nameSays(words.slice(0, -1).join(' '), isImageWord)
}

/** Whether what stands below the name is made, sent away or judged, and not run: `output`. */
export function namesProduct(name: string): boolean {
  return /^(?:outputs?|destinations?|pushTo|verifyImages|scanTargets?)$/.test(name)
}

/** Whether the name says that images stand behind keys: `IMAGE_MAP`. */
export function namesMap(name: string): boolean {
  return (
    namesImage(name) && wordsOf(name).some((word) => /^(?:map|maps|mapping|mappings)$/.test(word))
  )
}

function nameSays(name: string, isMeant: (word: string) => boolean): boolean {
  const words = wordsOf(name)
  const at = words.findLastIndex(isMeant)
  if (at < 0) return false
  if (words.slice(at + 1).some((word) => otherThings.has(word)) && !endsWithVersion(words))
    return false
  return at === 0 || !otherUses.has(words[at - 1] ?? '')
}

// EXECUTOR_CONTAINER_IMAGE_AND_VERSION holds both.
function endsWithVersion(words: readonly string[]): boolean {
  return words.at(-2) === 'and' && /^(?:version|tag)$/.test(words.at(-1) ?? '')
}

/** The part of an image that a name says alone: `exporter-image-tag`, `docker-registry`, `imageRepository`. */
export function partNamed(name: string): 'registry' | 'repository' | 'tag' | undefined {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  if (last === 'tag' && before === 'image') return 'tag'
  if (last === 'repository' && before === 'image') return 'repository'
  if (last === 'registry' || (before === 'registry' && /^(?:domain|host|prefix)$/.test(last))) {
    return 'registry'
  }
  return undefined
}
