/** What BurntSushi's package reports as an error; what it panics with is a plain Error. */
export class TomlError extends Error {}
