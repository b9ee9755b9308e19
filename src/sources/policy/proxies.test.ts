import { expect, test } from 'vitest'
import { proxyFor, readProxies } from './proxies.ts'

const proxy = 'http://proxy.example:3128'

// As golang.org/x/net/http/httpproxy documents it, which Helm and kubectl use.
test.each([
  { no: '', url: 'https://charts.example.com/', goes: 'through' },
  { no: '', url: 'https://localhost:8443/', goes: 'directly' },
  { no: '', url: 'https://127.0.0.1/', goes: 'directly' },
  { no: '', url: 'https://[::1]/', goes: 'directly' },
  { no: '*', url: 'https://charts.example.com/', goes: 'directly' },
  { no: 'example.com', url: 'https://example.com/', goes: 'directly' },
  { no: 'example.com', url: 'https://charts.example.com/', goes: 'directly' },
  { no: 'example.com', url: 'https://badexample.com/', goes: 'through' },
  { no: '.example.com', url: 'https://example.com/', goes: 'through' },
  { no: '.example.com', url: 'https://Charts.Example.com/', goes: 'directly' },
  { no: '*.example.com', url: 'https://charts.example.com/', goes: 'directly' },
  { no: 'example.com:8443', url: 'https://example.com/', goes: 'through' },
  { no: 'example.com:8443', url: 'https://example.com:8443/', goes: 'directly' },
  { no: 'example.com:443', url: 'https://example.com/', goes: 'directly' },
  { no: 'a.test, 10.0.0.0/8 ,b.test', url: 'https://10.1.2.3/', goes: 'directly' },
  { no: '10.0.0.0/8', url: 'https://11.1.2.3/', goes: 'through' },
  { no: '10.1.2.3:8443', url: 'https://10.1.2.3:8443/', goes: 'directly' },
  { no: '10.1.2.3:8443', url: 'https://10.1.2.3/', goes: 'through' },
  { no: 'fd00::/8', url: 'https://[fd00::1]/', goes: 'directly' },
  { no: '[fd00::1]:8443', url: 'https://[fd00::1]:8443/', goes: 'directly' },
])('NO_PROXY=$no: $url is reached $goes', ({ no, url, goes }) => {
  const proxies = readProxies({ HTTPS_PROXY: proxy, NO_PROXY: no })
  const found = proxies && proxyFor(proxies, new URL(url))
  expect(found).toBe(goes === 'through' ? `${proxy}/` : undefined)
})

test.each([
  { environment: {}, http: undefined, https: undefined },
  { environment: { HTTPS_PROXY: '' }, http: undefined, https: undefined },
  { environment: { https_proxy: 'p.test:1' }, http: undefined, https: 'http://p.test:1/' },
  {
    environment: { HTTPS_PROXY: 'https://u:w@p.test', https_proxy: 'http://other' },
    http: undefined,
    https: 'https://u:w@p.test/',
  },
  { environment: { http_proxy: 'http://p.test' }, http: 'http://p.test/', https: undefined },
])('$environment', ({ environment, http, https }) => {
  const proxies = readProxies(environment)
  const through = (url: string) => proxies && proxyFor(proxies, new URL(url))
  expect(through('http://a.test/')).toBe(http)
  expect(through('https://a.test/')).toBe(https)
})

test.each(['socks5://u:secret@p.test', 'http://u:secret@', 'http://['])(
  'a proxy that is none is refused without its password: %s',
  (text) => {
    expect(() => readProxies({ HTTPS_PROXY: text })).toThrow(
      expect.objectContaining({
        code: 'bad-config',
        message: 'HTTPS_PROXY is not the address of an http or https proxy',
      }),
    )
  },
)
