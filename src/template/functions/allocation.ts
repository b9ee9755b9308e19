/** The sizes that Go's allocator hands out. */
const sizeClasses = [
  8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352,
  384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304,
  2688, 3072, 3200, 3456, 4096, 4864, 5120, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240,
  10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576, 27264, 28672, 32768,
]
const pageSize = 8192
/** Blocks with pointers that are larger than this start with a header. */
const headerFrom = 512
const headerSize = 8

/** The bytes that Go takes when it wants so many. */
export function allocatedBytes(bytes: number, hasPointers: boolean): number {
  const header = hasPointers && bytes > headerFrom ? headerSize : 0
  const size =
    bytes <= 32768 - headerSize ? sizeClasses.find((size) => size >= bytes + header) : undefined
  return size === undefined ? Math.ceil(bytes / pageSize) * pageSize : size - header
}
