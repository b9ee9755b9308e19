import type { FindCredentials } from '../oci/auth/credentials.ts'
import type { Lookup, TlsOptions } from '../oci/client/connect.ts'
import type { Timeouts } from '../oci/client/exchange.ts'
import type { RegistryOptions } from '../oci/client/registry.ts'
import type { Digest } from '../oci/digest.ts'
import type { ContentCache } from './cache/content-cache.ts'
import type { Content } from './content.ts'
import type { Progress } from './follow-progress.ts'
import type { GitLimits } from './git/limits.ts'
import type { GitEnvironment } from './git/run-git.ts'
import type { HttpCredentials } from './http/fetcher.ts'
import type { AddressPolicy, Trust } from './policy/judge.ts'
import type { IndexPlace } from './repository/index/index-paths.ts'
import type { SignedPlace, Verification, VerifiedBy } from './verify/verification.ts'

/** Which chart is wanted, and who says so. */
export interface ChartRequest {
  /**
   * `oci://…`, `https://…` (a file, or with a name the repository that has it), `git+https://…`,
   * `https://….git`, `git+ssh://…`, `git@host:path`, `file://…`, or a path of this machine.
   */
  readonly address: string
  /** The chart in a repository with an index. */
  readonly name?: string
  /** A version or a range; nothing is the latest release. */
  readonly version?: string
  /** A branch, tag or commit in git; nothing is the branch that the server names. */
  readonly ref?: string
  /** Where the chart is in a git repository, a zip or a folder. */
  readonly path?: string
  /** The thing that is sought: a chart, which is the default; any files at the path; or a tree, of which all is given, also above the path. */
  readonly holds?: 'chart' | 'files' | 'tree'
  /** Anything else is refused. Of the manifest in a registry, of the file elsewhere. */
  readonly digest?: Digest
  /** Demanded before the chart is given out. */
  readonly verification?: Verification
  /** Whether provenance comes along when there is some; verification fetches it by itself. */
  readonly provenance?: 'skip' | 'want'
  readonly trust: Trust
  /** For the address's own scheme, host and port. */
  readonly credentials?: HttpCredentials
  readonly tls?: TlsOptions
  /** Helm's pass_credentials_all. */
  readonly passCredentialsAll?: boolean
  /** Helm's name for the repository, under which its index is kept. */
  readonly repositoryName?: string
}

/** An index of a repository that is to be brought up to date. */
export interface IndexRequest extends Pick<
  ChartRequest,
  'trust' | 'credentials' | 'tls' | 'passCredentialsAll'
> {
  readonly place: IndexPlace
  readonly url: string
}

export type RefreshElsewhere = (request: IndexRequest, signal: AbortSignal) => Promise<unknown>

/** The options of fetching; the same for all requests of a program. */
export interface FetchOptions {
  readonly policy: AddressPolicy
  readonly cache?: ContentCache
  /** Where indexes of repositories are kept: Helm's repository cache. */
  readonly indexFolder: string
  /** The folder below which untrusted `file://` addresses may lead. */
  readonly fileRoot?: string
  /** Those who have to stay below that folder: the untrusted, or everybody who does not sit at this machine; the former by default. */
  readonly boundToRoot?: 'untrusted' | 'everybody'
  /** For registries. */
  readonly findCredentials?: FindCredentials
  readonly plainHttp?: RegistryOptions['plainHttp']
  readonly timeouts?: Partial<Timeouts>
  readonly lookup?: Lookup
  readonly onProgress?: (progress: Progress) => void
  /** Brings a large index up to date where nobody waits for its parse; here by default. */
  readonly refreshLargeIndex?: RefreshElsewhere
  readonly gitLimits?: Partial<GitLimits>
  /** Of which the git program is given what ssh needs: PATH, HOME, SSH_AUTH_SOCK and few more. */
  readonly gitEnvironment?: GitEnvironment
}

/** A chart, or manifests, with exactly where they came from. */
export interface FetchedSource {
  /** Fetches the same again: a URL, a reference with its digest, git with its commit, a path. */
  readonly resolved: string
  /** The version that was chosen, where one is: the index's or the tag's. */
  readonly version: string | undefined
  readonly content: Content
  /**
   * The digest that can be pinned: of the manifest in a registry, of the file, or of all files of a
   * folder.
   */
  readonly digest: Digest
  /** As Helm names the file, such as demo-0.1.0.tgz; for archives only. */
  readonly fileName: string | undefined
  readonly provenance: Uint8Array | undefined
  /** A Sigstore bundle beside the file. */
  readonly bundle: Uint8Array | undefined
  readonly verifiedBy: VerifiedBy | undefined
  /** Notes for a person: submodules that were left out. */
  readonly notes: readonly string[]
}

/** The result of one kind of source, before it is checked. */
export interface Found extends Omit<FetchedSource, 'verifiedBy'> {
  /** Where signatures are looked for, while the connection is open. */
  readonly oci?: SignedPlace
}
