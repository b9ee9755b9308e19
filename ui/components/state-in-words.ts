import { causeInWords } from './cause-in-words.ts'
import type { TextKey } from './messages/english.ts'
import type { TextValues } from './messages/fill-text.ts'
import { readCauses } from './read-causes.ts'

type Say = (text: TextKey, values?: TextValues) => string

/** The message of a state for a list: the sentence for its cause where there is one, else the message as it is. */
export function messageInWords(message: string, say: Say): string {
  const words = causeInWords(readCauses(message))
  return words === undefined ? message : say(words.text, words.values)
}
