// Nobody needs more than this.
// The limit is in bytes.
export const most = 1
