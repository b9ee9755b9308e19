import { plan } from '../../../src/release/plan.ts'
import { get } from '../../api/get.ts'
import { name } from './name.ts'

export const Plugins = () => [plan, get, name]
