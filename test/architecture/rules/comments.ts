import type { Rule } from '../rule.ts'

/** A comment names its subject first; a sentence that begins with these words hides it. */
export const commentsNameTheirSubject: Rule = {
  name: 'comments-name-their-subject',
  check: (tree) =>
    [...tree.files.values()].flatMap((file) =>
      file.comments
        .filter(({ text }) => hidden.test(text))
        .map(({ text, line }) => ({
          file: file.path,
          message: `line ${line}: begin with the thing itself, not with "${text.slice(0, 30)}…"`,
        })),
    ),
}

const hidden = /^(?:What|Who|Whoever|Nobody)\b/
