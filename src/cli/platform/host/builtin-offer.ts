import { apiVersion } from '../../../kinds/group.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { repositoryKind } from '../../../kinds/repository.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import { deleteObject } from '../../../kube/objects/delete-object.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { textAt, uidOf } from '../../../objects/kube-object.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import type { PlatformInput } from '../platform-objects.ts'

type Offered = PlatformInput['repositories']

const labels = { 'app.kubernetes.io/part-of': 'outrigger' }
const resource = resourceOf(repositoryKind)
const fieldManager = 'outrigger-start'

const patience = 10_000

/**
 * The Repositories with our own charts, on a cluster that others use, too. Their registry ends with this process, so only the process
 * that leads writes them, and deletes them at its end.
 */
export class BuiltInOffer {
  readonly #offered: Offered
  readonly #client: KubeClient
  readonly #troubled: (error: unknown) => void
  #written: Promise<void> | undefined
  /** The names of those that were taken away. */
  withdrawn: readonly string[] = []

  constructor(offered: Offered, client: KubeClient, troubled: (error: unknown) => void) {
    this.#offered = offered
    this.#client = client
    this.#troubled = troubled
  }

  /** This process leads from now on. */
  begin(): void {
    this.#written = this.#write().catch(this.#troubled)
  }

  /** Takes away what this process has written, unless another one leads by now and has written its own. */
  async end(): Promise<void> {
    if (this.#written === undefined) return
    await this.#written
    const signal = AbortSignal.timeout(patience)
    const gone: string[] = []
    for (const { name, spec } of this.#offered) {
      const target = { resource, namespace: platformNamespace, name }
      const found = await getObject(this.#client, target, {}, signal)
      if (found === undefined || textAt(found, ['spec', 'url']) !== spec['url']) continue
      const preconditions = { uid: uidOf(found) }
      await deleteObject(this.#client, target, { preconditions }, signal)
      gone.push(name)
    }
    this.withdrawn = gone
  }

  async #write(): Promise<void> {
    for (const { name, spec } of this.#offered) {
      const metadata = { name, namespace: platformNamespace, labels }
      const body = { apiVersion, kind: repositoryKind.kind, metadata, spec }
      const how = { force: true, fieldManager }
      await applyObject(this.#client, resource, body, how, AbortSignal.timeout(patience))
    }
  }
}
