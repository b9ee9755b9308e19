import { GoObject, type GoMethod, type Value } from '../../../formats/value.ts'
import { dayNames, monthNames } from './layout.ts'

/** time.Month and time.Weekday: numbers that print as names. */
export class CalendarName extends GoObject {
  readonly type: 'time.Month' | 'time.Weekday'
  readonly kind = 'int'
  readonly number: number

  constructor(type: 'time.Month' | 'time.Weekday', number: number) {
    super()
    this.type = type
    this.number = number
  }

  override text(): string {
    const name = this.type === 'time.Month' ? monthNames[this.number - 1] : dayNames[this.number]
    return name ?? `%!${this.type.slice('time.'.length)}(${this.number})`
  }

  override withNumber(number: bigint): CalendarName {
    return new CalendarName(this.type, Number(number))
  }

  override json(): Value {
    return BigInt(this.number)
  }

  override method(name: string): GoMethod | undefined {
    return name === 'String' ? { params: [], call: () => this.text() } : undefined
  }
}
