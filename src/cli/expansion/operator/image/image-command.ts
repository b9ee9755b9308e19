import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection } from '../../../chart/sources/source-options.ts'
import { PlainError } from '../../../errors.ts'
import { imagesOfFile } from '../../../images/copy-items.ts'
import { type CopyPlace, readPlace } from '../../../images/copy-place.ts'
import { remoteSource } from '../../../../oci/media/remote.ts'
import type { Ports } from '../../../verb.ts'
import { openPlace } from '../../open-registry.ts'
import type { OperatorCommand } from '../operator-process.ts'
import { type ImageProgram, unpackImage } from './unpack-image.ts'

/** The image that somebody named instead of a command; undefined for a command. */
export function readImagePlace(word: string): CopyPlace | undefined {
  if (word.startsWith('oci://')) return { kind: 'registry', text: word.slice('oci://'.length) }
  return readPlace(word)
}

export interface ImageWorkshop {
  /** A folder that goes at the end. */
  readonly folder: string
  /** The kubeconfig that the operator gets. */
  readonly kubeconfig: string
  readonly connection: Connection
  readonly ports: Ports
}

/** Where a Deployment has the shared folder of its platform. */
const sharedFolder = '/var/run/outrigger/shared'
const kubeconfigFile = 'admin.kubeconfig'

/**
 * Unpacks an image, and says how its program is started in it: as whoever asks, in a root folder of its own, on the network
 * of this machine. It is no container: nothing bounds it but that folder.
 */
export async function imageCommand(
  place: CopyPlace,
  { folder, kubeconfig, connection, ports }: ImageWorkshop,
  signal: AbortSignal,
): Promise<OperatorCommand> {
  const root = join(folder, 'image')
  await mkdir(root, { recursive: true })
  const program = await unpack(place, root, { connection, ports }, signal)
  const shared = join(root, sharedFolder)
  await Promise.all(
    [shared, join(root, 'dev'), join(root, 'proc')].map((one) => mkdir(one, { recursive: true })),
  )
  await copyFile(kubeconfig, join(shared, kubeconfigFile))
  await chmod(join(shared, kubeconfigFile), 0o600)
  return commandOf(program, root, ports)
}

async function unpack(
  place: CopyPlace,
  root: string,
  { connection, ports }: Pick<ImageWorkshop, 'connection' | 'ports'>,
  signal: AbortSignal,
): Promise<ImageProgram> {
  if (place.kind !== 'registry') {
    const [image, ...others] = await imagesOfFile(place, signal)
    if (image === undefined || others.length > 0) {
      throw new PlainError(
        `${place.path} has ${others.length + 1} images; wanted the name of one behind a colon`,
      )
    }
    return await unpackImage(image.from, image.reference, root, signal)
  }
  const opened = await openPlace(`oci://${place.text}`, connection, ports, signal)
  try {
    const { registry, repository, reference = 'latest' } = opened
    return await unpackImage(remoteSource(registry, repository), reference, root, signal)
  } finally {
    await opened.close()
  }
}

// Every step becomes the next one, so that the process that is killed is the operator itself.
const enter = `set -e
root=$1 folder=$2 path=$3
shift 3
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
unshare=$(command -v unshare)
PATH=$path
export PATH
exec "$unshare" --root="$root" --wd="$folder" -- "$@"`

function commandOf(
  { words, env, folder }: ImageProgram,
  root: string,
  { environment }: Ports,
): OperatorCommand {
  const isRoot = process.getuid?.() === 0
  const namespaces = isRoot ? ['--mount'] : ['--mount', '--map-root-user']
  const { PATH: path = '', ...own } = env
  return {
    program: 'unshare',
    args: [...namespaces, 'sh', '-c', enter, 'sh', root, folder, path, ...words],
    env: {
      ...own,
      PATH: environment['PATH'],
      HOME: folder,
      KUBECONFIG: `${sharedFolder}/${kubeconfigFile}`,
      OUTRIGGER_SHARED_FOLDER: sharedFolder,
    },
  }
}
