import type { Store } from '../../src/apiserver/storage/store.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { core } from '../operator/resources.ts'
import { ownerAt } from './expectation.ts'
import type { Judge } from './judge.ts'
import type { Person } from './person.ts'
import { plant } from './planter.ts'
import {
  givenInstance,
  writeExtension,
  writeInstance,
  writeProfile,
  writeRepository,
  writeValues,
} from './platform-objects.ts'
import { addEdge, giveAccount, giveRights, takeAccount, takeEdge } from './prepare-cluster.ts'
import { buckets, objectAt } from './seen-cluster.ts'
import type { Change, DesiredInstance, Story } from './story.ts'

export interface ContextActs {
  readonly become: (minor: number) => Promise<void>
  readonly restart: (operator: number) => void
  readonly store: () => Store | undefined
  /** The same person on the other cluster. */
  readonly onEdge: Person
}

/** Carries out what people do in a story. Changes that are not possible any more are left out. */
export class ChangeMaker {
  private readonly person: Person
  private readonly judge: Judge
  private readonly acts: ContextActs

  constructor(person: Person, judge: Judge, acts: ContextActs) {
    this.person = person
    this.judge = judge
    this.acts = acts
  }

  async make(change: Change): Promise<void> {
    const { person } = this
    switch (change.what) {
      case 'create':
        if (this.isLeaving(buckets.plugins, change.plugin)) return
        await person.create(change.plugin, change.desired)
        return this.letAdopt(change.plugin)
      case 'set':
        await person.set(change.plugin, change.part)
        return this.letAdopt(change.plugin)
      case 'delete':
        this.judge.forgetForeign({ where: 'hub', bucket: buckets.plugins, key: change.plugin })
        return person.delete(change.plugin)
      case 'retry':
        return person.retry(change.plugin)
      case 'plant':
        return plant(change, { ...this.acts, person, judge: this.judge })
      case 'drift':
        return this.drift(change.plugin, change.how)
      case 'rights':
        return giveRights(person, change.tenant, change.may)
      case 'account':
        return change.is === 'there'
          ? giveAccount(person, change.tenant)
          : takeAccount(person, change.tenant)
      case 'kubernetes':
        return this.acts.become(change.minor)
      case 'restart':
        return this.acts.restart(change.operator)
      case 'values':
        this.judge.touch(change.plugin, 'values')
        return writeValues(person, change.plugin, change)
      case 'repository':
        return writeRepository(person, change.is)
      case 'extension':
        person.wants.offers = change.offers
        return writeExtension(person, change.offers)
      case 'instance':
        return this.writeInstance(change.instance, change.desired)
      case 'profile':
        person.wants.enforced = change.color
        person.wants.hasEnforced = true
        return writeProfile(person, change.color)
      case 'cluster':
        return change.is === 'there' ? addEdge(person) : takeEdge(person)
    }
  }

  /** Gives tenants back what was taken from them, so that everything can end. */
  async giveBack({ tenants, hasEdge }: Story): Promise<void> {
    if (hasEdge) await addEdge(this.person)
    await writeRepository(this.person, 'there')
    for (const [plugin, { valuesFrom, color }] of this.person.wants.plugins) {
      if (valuesFrom === undefined) continue
      this.judge.touch(plugin, 'values')
      await writeValues(this.person, plugin, { kind: valuesFrom, color })
    }
    for (const tenant of tenants) {
      await giveAccount(this.person, tenant)
      await giveRights(this.person, tenant, 'everything')
    }
  }

  private async writeInstance(key: string, desired: DesiredInstance | undefined): Promise<void> {
    const { instances } = this.person.wants
    if (desired !== undefined && this.isLeaving(buckets.instances, key)) return
    if (key === givenInstance && this.person.wants.hasEnforced) {
      // A change of an enforced instance is not heard, and one that no Profile enforces any more is left alone.
      if (this.person.wants.enforced === undefined) return
    } else if (desired === undefined) instances.delete(key)
    else instances.set(key, desired)
    await writeInstance(this.person, key, desired)
  }

  // An adopted object is a person's no longer.
  private letAdopt(plugin: string): void {
    const desired = this.person.wants.plugins.get(plugin)
    if (desired?.adopts !== true) return
    const [namespace = '', own = ''] = plugin.split('/')
    const key = `${namespace}/${desired.releaseName ?? own}-main`
    this.judge.release({ where: desired.cluster ?? 'hub', bucket: buckets.configMaps, key })
  }

  private async drift(plugin: string, how: 'edit' | 'remove'): Promise<void> {
    const desired = this.person.wants.plugins.get(plugin)
    const [namespace = '', own = ''] = plugin.split('/')
    const name = `${desired?.releaseName ?? own}-main`
    const key = `${namespace}/${name}`
    const isHere = desired?.cluster === undefined
    const isPossible =
      isHere && desired?.drift === 'correct' && this.isThere(buckets.configMaps, key)
    const place = { where: 'hub', bucket: buckets.configMaps, key } as const
    if (!isPossible || this.judge.isForeign(place)) return
    // Another plugin that has the release need not put anything back.
    if (ownerAt(`${namespace}/${desired.releaseName ?? own}`, 'hub', this.judge) !== plugin) return
    this.judge.touch(plugin, how)
    if (how === 'remove') return this.person.remove(core('ConfigMap'), key)
    const data = { color: 'changed by hand' }
    const metadata = { namespace, name }
    await this.person.apply(core('ConfigMap'), {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data,
    })
  }

  // A write to an object that is being deleted is in vain.
  private isLeaving(bucket: string, key: string): boolean {
    const store = this.acts.store()
    const known = store && objectAt(store, bucket, key)
    return textAt(known, ['metadata', 'deletionTimestamp']) !== ''
  }

  private isThere(bucket: string, key: string): boolean {
    const store = this.acts.store()
    return store === undefined || objectAt(store, bucket, key) !== undefined
  }
}
