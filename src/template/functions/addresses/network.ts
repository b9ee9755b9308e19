import type { FuncMap } from '../../func.ts'
import { define } from '../define.ts'

/** Functions about the network, which a render never asks: Helm answers so too, unless DNS is enabled. */
export const networkFunctions: FuncMap = {
  getHostByName: define(['string'], () => ''),
}
