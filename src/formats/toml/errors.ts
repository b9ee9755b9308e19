/** An error that BurntSushi's package reports; a panic of that package is a plain Error here. */
export class TomlError extends Error {}
