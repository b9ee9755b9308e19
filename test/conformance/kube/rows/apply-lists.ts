import { a } from '../kinds.ts'
import type { Json, KubeRow } from '../row.ts'

// How lists and maps are merged, by the type that the schema gives them. A widget has one field of each.

const widget = a('widget')
const spec = (content: { readonly [field: string]: Json }) => ({ spec: content })

/** Two managers, one field, before and after: what each applied, in order. */
interface Merge {
  readonly name: string
  /** `manager: content` or `manager!: content` for one that forces. */
  readonly applied: readonly (readonly [manager: string, content: { readonly [field: string]: Json }])[]
}

const item = (name: string, value?: string) => (value === undefined ? { name } : { name, value })

const merges: readonly Merge[] = [
  // Sets.
  { name: 'a set holds what two managers put into it', applied: [['a', { set: ['x', 'y'] }], ['b', { set: ['y', 'z'] }]] },
  { name: 'a set loses what its only manager no longer applies', applied: [['a', { set: ['x', 'y'] }], ['a', { set: ['x'] }]] },
  { name: 'a set keeps what another manager still applies', applied: [['a', { set: ['x', 'y'] }], ['b', { set: ['y'] }], ['a', { set: ['x'] }]] },
  { name: 'a set keeps the order of those who came first', applied: [['a', { set: ['c', 'a'] }], ['b', { set: ['b', 'a', 'c'] }]] },
  { name: 'a set takes the order of the last applied list for what it names', applied: [['a', { set: ['a', 'b', 'c', 'd'] }], ['a', { set: ['d', 'a', 'b'] }]] },
  { name: 'a set that is left out goes when its manager owned all of it', applied: [['a', { text: 't', set: ['x'] }], ['a', { text: 't' }]] },
  { name: 'an empty set stays an empty list', applied: [['a', { set: [] }]] },
  { name: 'an empty set takes away what the manager had put', applied: [['a', { set: ['x'] }], ['a', { set: [] }]] },
  { name: 'an empty set of another manager takes nothing away', applied: [['a', { set: ['x'] }], ['b', { set: [] }]] },
  { name: 'a set with the same value twice is refused', applied: [['a', { set: ['x', 'x'] }]] },
  { name: 'a set of numbers is merged by value', applied: [['a', { numbers: [1, 2] }], ['b', { numbers: [2, 3] }]] },
  { name: 'a set of numbers loses the one its manager drops', applied: [['a', { numbers: [3, 1, 2] }], ['a', { numbers: [2, 3] }]] },
  { name: 'a set cannot be null', applied: [['a', { text: 't', set: ['x'] }], ['a', { text: 't', set: null }]] },
  { name: 'three managers of one set', applied: [['a', { set: ['x'] }], ['b', { set: ['y'] }], ['c', { set: ['z', 'x'] }], ['b', { set: ['x'] }]] },
  { name: 'a set takes new values where the applied list has them', applied: [['a', { set: ['b', 'd'] }], ['b', { set: ['a', 'b', 'c', 'd', 'e'] }]] },

  // Lists that are maps.
  { name: 'a map list holds the items of two managers', applied: [['a', { map: [item('x', '1')] }], ['b', { map: [item('y', '2')] }]] },
  { name: 'fields of one item belong to those who set them', applied: [['a', { map: [item('x', '1')] }], ['b', { map: [{ name: 'x', set: ['s'] }] }]] },
  { name: 'an item conflicts where two managers want different values', applied: [['a', { map: [item('x', '1')] }], ['b', { map: [item('x', '2')] }]] },
  { name: 'an item is shared where two managers want the same value', applied: [['a', { map: [item('x', '1')] }], ['b', { map: [item('x', '1')] }]] },
  { name: 'an item goes when its only manager leaves it out', applied: [['a', { map: [item('x', '1'), item('y', '2')] }], ['a', { map: [item('y', '2')] }]] },
  { name: 'an item that another manager also has loses only the own fields', applied: [['a', { map: [item('x', '1')] }], ['b', { map: [{ name: 'x', set: ['s'] }] }], ['a', { map: [] }]] },
  { name: 'an item with nothing but its key', applied: [['a', { map: [item('x')] }]] },
  { name: 'an item whose field is left out loses that field', applied: [['a', { map: [item('x', '1')] }], ['a', { map: [item('x')] }]] },
  { name: 'an item without its key is refused', applied: [['a', { map: [{ value: '1' }] }]] },
  { name: 'an item that is there twice is refused', applied: [['a', { map: [item('x', '1'), item('x', '2')] }]] },
  { name: 'items stand in the order of the last applied list', applied: [['a', { map: [item('x'), item('y'), item('z')] }], ['a', { map: [item('z'), item('x'), item('y')] }]] },
  { name: 'items of another manager come in between by their place', applied: [['a', { map: [item('x'), item('z')] }], ['b', { map: [item('y'), item('z')] }]] },
  { name: 'items before the common one come before it', applied: [['a', { map: [item('m')] }], ['b', { map: [item('k'), item('m'), item('n')] }]] },
  { name: 'a set inside an item is merged by itself', applied: [['a', { map: [{ name: 'x', set: ['1'] }] }], ['b', { map: [{ name: 'x', set: ['2'] }] }]] },
  { name: 'a map list that is left out goes with all its items', applied: [['a', { text: 't', map: [item('x', '1')] }], ['a', { text: 't' }]] },

  // Map lists whose key has a default.
  { name: 'a key with a default need not be written', applied: [['a', { pairs: [{ port: 80, name: 'web' }] }]] },
  { name: 'a defaulted key is the same as the written one', applied: [['a', { pairs: [{ port: 80, name: 'web' }] }], ['b', { pairs: [{ port: 80, protocol: 'TCP', name: 'web' }] }]] },
  { name: 'a defaulted key conflicts with the written one', applied: [['a', { pairs: [{ port: 80, name: 'web' }] }], ['b', { pairs: [{ port: 80, protocol: 'TCP', name: 'api' }] }]] },
  { name: 'the same port of another protocol is another item', applied: [['a', { pairs: [{ port: 80 }] }], ['b', { pairs: [{ port: 80, protocol: 'UDP' }] }]] },
  { name: 'an item goes by a key that was defaulted', applied: [['a', { pairs: [{ port: 80 }, { port: 81 }] }], ['a', { pairs: [{ port: 81, protocol: 'TCP' }] }]] },
  { name: 'two items whose keys are the same after defaulting are refused', applied: [['a', { pairs: [{ port: 80 }, { port: 80, protocol: 'TCP' }] }]] },
  { name: 'a key of two fields needs the one without a default', applied: [['a', { pairs: [{ protocol: 'TCP' }] }]] },

  // Atomic lists.
  { name: 'an atomic list belongs to one manager as a whole', applied: [['a', { atomicList: ['x'] }], ['b', { atomicList: ['y'] }]] },
  { name: 'an atomic list that is the same is shared', applied: [['a', { atomicList: ['x', 'y'] }], ['b', { atomicList: ['x', 'y'] }]] },
  { name: 'an atomic list in another order is another list', applied: [['a', { atomicList: ['x', 'y'] }], ['b', { atomicList: ['y', 'x'] }]] },
  { name: 'an atomic list is taken over by force', applied: [['a', { atomicList: ['x'] }], ['b!', { atomicList: ['y', 'z'] }]] },
  { name: 'an atomic list may hold the same twice', applied: [['a', { atomicList: ['x', 'x'] }]] },
  { name: 'a list without a type is atomic', applied: [['a', { plainList: ['x'] }], ['b', { plainList: ['x', 'y'] }]] },
  { name: 'an empty atomic list is owned too', applied: [['a', { atomicList: [] }], ['b', { atomicList: ['x'] }]] },
  { name: 'an atomic list goes with its manager', applied: [['a', { text: 't', atomicList: ['x'] }], ['a', { text: 't' }]] },

  // Maps and objects.
  { name: 'keys of a map belong to those who set them', applied: [['a', { labels: { x: '1' } }], ['b', { labels: { y: '2' } }]] },
  { name: 'a key of a map goes when it is left out', applied: [['a', { labels: { x: '1', y: '2' } }], ['a', { labels: { y: '2' } }]] },
  { name: 'a key of a map conflicts', applied: [['a', { labels: { x: '1' } }], ['b', { labels: { x: '2', y: '2' } }]] },
  { name: 'an empty map is owned as such', applied: [['a', { labels: {} }]] },
  { name: 'an empty map after own keys ends up null, and is refused', applied: [['a', { labels: { x: '1' } }], ['a', { labels: {} }]] },
  { name: 'a map that is left out goes when it was owned alone', applied: [['a', { text: 't', labels: { x: '1' } }], ['a', { text: 't' }]] },
  { name: 'a map that is left out keeps the keys of others', applied: [['a', { text: 't', labels: { x: '1' } }], ['b', { labels: { y: '2' } }], ['a', { text: 't' }]] },
  { name: 'a key of a map cannot be null', applied: [['a', { labels: { x: '1', y: '2' } }], ['a', { labels: { x: null, y: '2' } }]] },
  { name: 'an atomic map is replaced as a whole', applied: [['a', { atomicMap: { x: '1', y: '2' } }], ['a', { atomicMap: { z: '3' } }]] },
  { name: 'an atomic map conflicts as a whole', applied: [['a', { atomicMap: { x: '1' } }], ['b', { atomicMap: { y: '2' } }]] },
  { name: 'an atomic map is taken over by force', applied: [['a', { atomicMap: { x: '1' } }], ['b!', { atomicMap: { y: '2' } }]] },
  { name: 'an atomic object is replaced as a whole', applied: [['a', { atomicObject: { a: '1' } }], ['a', { atomicObject: { b: '2' } }]] },
  { name: 'an atomic object conflicts as a whole', applied: [['a', { atomicObject: { a: '1' } }], ['b', { atomicObject: { b: '2' } }]] },
  { name: 'a nested object has owners field by field', applied: [['a', { nested: { a: '1', deep: { x: '1' } } }], ['b', { nested: { b: '2', deep: { y: '2' } } }]] },
  { name: 'a nested object goes when nobody owns anything in it', applied: [['a', { text: 't', nested: { deep: { x: '1' } } }], ['a', { text: 't' }]] },
  { name: 'a nested object stays for what another owns in it', applied: [['a', { nested: { a: '1', deep: { x: '1' } } }], ['b', { nested: { deep: { y: '2' } } }], ['a', { text: 't' }]] },
  { name: 'an empty nested object is owned', applied: [['a', { nested: {} }]] },
  { name: 'a map of sets is merged on both levels', applied: [['a', { mapOfLists: { k: ['x'] } }], ['b', { mapOfLists: { k: ['y'], l: ['z'] } }]] },
  { name: 'a map of sets loses a value and keeps its key', applied: [['a', { mapOfLists: { k: ['x', 'y'] } }], ['a', { mapOfLists: { k: ['y'] } }]] },
  { name: 'what the schema does not know is merged by shape', applied: [['a', { free: { x: { y: '1' }, list: [1, 2] } }], ['b', { free: { x: { z: '2' } } }]] },
  { name: 'a list the schema does not know is atomic', applied: [['a', { free: { list: [1, 2] } }], ['b', { free: { list: [2, 3] } }]] },

  // Scalars.
  { name: 'a scalar conflicts when values differ', applied: [['a', { text: 'x' }], ['b', { text: 'y' }]] },
  { name: 'a scalar is shared when values are the same', applied: [['a', { text: 'x' }], ['b', { text: 'x' }]] },
  { name: 'a scalar that was shared stays with the other', applied: [['a', { text: 'x', number: 1 }], ['b', { text: 'x' }], ['a', { number: 1 }]] },
  { name: 'a number and a flag', applied: [['a', { number: 1, flag: true }], ['b', { number: 2, flag: false }]] },
  { name: 'an integer that is a float of the same value is no conflict', applied: [['a', { ratio: 1 }], ['b', { ratio: 1.0 }]] },
  { name: 'a port as a number conflicts with the port as a text', applied: [['a', { port: 80 }], ['b', { port: '80' }]] },
  { name: 'a default is nobody\'s', applied: [['a', { text: 't' }], ['b', { defaulted: 'mine' }]] },
  { name: 'a field goes back to its default when its owner leaves it out', applied: [['a', { text: 't', defaulted: 'mine' }], ['a', { text: 't' }]] },
  { name: 'a nullable field can be null', applied: [['a', { nullable: null }]] },
  { name: 'a nullable null conflicts with a value', applied: [['a', { nullable: null }], ['b', { nullable: 'x' }]] },
  { name: 'an empty text is a value', applied: [['a', { text: '' }], ['b', { text: 'x' }]] },
]

export const rows: readonly KubeRow[] = merges.map(({ name, applied }) => ({
  name,
  steps: applied.map(([manager, content]) => {
    const force: Record<string, string> = manager.endsWith('!') ? { force: 'true' } : {}
    return widget.apply(manager.replace('!', ''), spec(content), force)
  }),
}))
