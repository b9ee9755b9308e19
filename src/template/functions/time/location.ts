import { GoObject, type GoMethod } from '../../../formats/value.ts'
import type { Zone } from './zone.ts'

/** *time.Location. */
export class GoLocation extends GoObject {
  readonly type = '*time.Location'
  readonly kind = 'ptr'
  readonly zone: Zone

  constructor(zone: Zone) {
    super()
    this.zone = zone
  }

  override text(): string {
    return this.zone.name
  }

  override method(name: string): GoMethod | undefined {
    return name === 'String' ? { params: [], call: () => this.text() } : undefined
  }
}
