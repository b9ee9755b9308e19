// The most that a registry, a layout or an archive may make us hold or wait for.

const kibibyte = 1024
const mebibyte = 1024 * kibibyte

/** The size that the distribution specification asks registries to accept at least. */
export const maxManifestBytes = 4 * mebibyte
/** Descriptors of one manifest or index. */
export const maxDescriptors = 10_000
/** Manifests of one image, all platforms and nested indexes together. */
export const maxManifestsPerImage = 1_000
export const maxIndexDepth = 4
/** Of all manifests of one image together. */
export const maxImageManifestBytes = 64 * mebibyte
/** Answers that are read whole and are no manifests: tags, catalogues, tokens, errors. */
export const maxAnswerBytes = 4 * mebibyte
export const maxErrorBytes = 64 * kibibyte
export const maxConfigBytes = 4 * mebibyte
/** Pages of one list, so that a registry cannot keep us turning them. */
export const maxPages = 10_000
export const maxListEntries = 1_000_000
export const maxRedirects = 5
/** Blobs above this go up in pieces of it, so that a break costs one piece. */
export const uploadChunkBytes = 32 * mebibyte
/** Pieces that a broken connection may cost in a row before giving up. */
export const maxResumes = 5
export const maxTarEntries = 100_000
/** Of a tar header's long name or PAX records. */
export const maxTarHeaderBytes = mebibyte
