export const load = () => import('@scope/linter/rules.js')
