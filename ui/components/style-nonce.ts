/** The nonce that lets a style element of ours pass the content policy; the server writes a new one into every answer. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}
