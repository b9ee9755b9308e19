import { rowsOf } from '../row.ts'

const sets = [{}, { a: '1' }, { a: '2', b: 'x' }, { a: '', b: 'y' }, { a: '10' }, { c: 'in' }, { a: 'no-number' }]

const selectors = [
  '', ' ', 'a', '!a', 'a=1', 'a==1', 'a!=1', 'a in (1,2)', 'a notin (1,2)', 'a in ()', 'a in (,)', 'a in (1,)', 'a in (,1)', 'a in (1,,2)', 'a in (2,1,2)', 'a=', 'a!=', 'a=,b',
  'a>5', 'a<5', 'a>x', 'a > 5', 'b=x,a=2', 'a=2,b=x', '  a = 1 , b ', 'a in (1),!b', 'c=in', 'c in (in,notin)', 'in', 'in in (in)', 'notin', 'example.com/a=1', '!example.com/a',
  'a=1,', ',a', ',', 'a b', 'a in 1', 'a in (1', 'a in 1)', 'a in (1 2)', 'a in (!)', 'a=1=2', 'a==1=2', '=', '=1', '!', '!!a', '!a=1', '(a)', 'a)', 'a(', 'a=(1)', 'a<', 'a>', 'a<>5',
  'a=b c', 'a in (1))', '-a', 'a-', 'a b=c', 'a/b/c', '/a', 'a/', 'A.com/x', 'a_b', 'a.b', 'a=-1', 'a=1-', 'a=é', 'k'.repeat(64), `a=${'v'.repeat(64)}`, 'a===1', 'a!==1', 'a!1', 'a\tin\n(1)', 'a in(1)', 'a in (1)b', 'a notin', 'a in',
]

const fieldSets = [{}, { 'metadata.name': 'web' }, { 'metadata.name': 'web', 'status.phase': 'Running' }, { x: 'a,b=c\\d' }]

const fieldSelectors = [
  '', 'metadata.name=web', 'metadata.name==web', 'metadata.name!=web', 'status.phase!=Running,metadata.name=web', 'metadata.name', 'metadata.name=', '=web', ',', 'a=1,,b=2', 'x=a\\,b\\=c\\\\d', 'x=a\\n', 'x=a\\', 'x=a=b', 'x!=a=b', 'x=a,b', ' metadata.name=web', 'metadata.name = web', 'a!b=c', 'a=!=b',
]

const expressions = (key: string, operator: string, values?: readonly string[]) => ({
  matchExpressions: [{ key, operator, ...(values === undefined ? {} : { values }) }],
})

const written = [
  {}, { matchLabels: { a: '1' } }, { matchLabels: { b: '2', a: '1' } }, expressions('a', 'In', ['2', '1']), expressions('a', 'NotIn', ['1']), expressions('a', 'Exists'), expressions('a', 'DoesNotExist'),
  { matchLabels: { z: '1' }, ...expressions('a', 'Exists') }, expressions('a', 'In', []), expressions('a', 'In'), expressions('a', 'Exists', ['1']), expressions('a', 'Gt', ['1']), expressions('a', 'in', ['1']), expressions('a b', 'Exists'), expressions('a', 'In', ['b c']), { matchLabels: { a: 'b c' } }, expressions('-', 'In', ['-', '=']),
]

export const rows = [
  ...rowsOf('labels', ...selectors.map((text) => [text, sets])),
  ...rowsOf('fields', ...fieldSelectors.map((text) => [text, fieldSets])),
  ...written.map((selector) => ({ name: `labelSelector ${JSON.stringify(selector)}`, ask: 'labelSelector', args: [selector] })),
]
