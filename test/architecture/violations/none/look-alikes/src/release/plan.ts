import { render } from '../chart/render.ts'

export const plan = render
