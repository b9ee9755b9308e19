// The events that the parser reports: the nodes of a document in the order of the text.

export const streamEndEvent = 1
export const documentStartEvent = 2
export const documentEndEvent = 3
export const aliasEvent = 4
export const scalarEvent = 5
export const sequenceStartEvent = 6
export const sequenceEndEvent = 7
export const mappingStartEvent = 8
export const mappingEndEvent = 9
