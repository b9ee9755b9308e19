import type { Parameters, Route } from './http/route.ts'

const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { border-bottom: 1px solid #8886; padding-bottom: .3rem; margin-top: 2.5rem }
article { margin: 1rem 0; padding: .6rem 1rem; border: 1px solid #8884; border-radius: .4rem }
code { font-size: .95em }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0 0 }
dd { margin: 0 }
`

/** A page for people that lists the routes. It needs no script and nothing from other hosts. */
export function docsRoutes(routes: readonly Route[]): readonly Route[] {
  let page: string | undefined
  return [
    {
      method: 'GET',
      path: '/api/docs',
      operationId: 'getDocs',
      summary: 'Gives this API as a page for people',
      tag: 'document',
      for: 'everybody',
      answers: { 200: { description: 'The page.', mediaType: 'text/html', schema: text } },
      run: async () => ({ status: 200, headers: html, text: (page ??= pageOf(routes)) }),
    },
    {
      method: 'GET',
      path: '/api/docs/style.css',
      operationId: 'getDocsStyle',
      summary: 'Gives the style of that page',
      tag: 'document',
      for: 'everybody',
      answers: { 200: { description: 'The style.', mediaType: 'text/css', schema: text } },
      run: async () => ({ status: 200, headers: css, text: style }),
    },
  ]
}

const text = { type: 'string' } as const
const html = { 'content-type': 'text/html; charset=utf-8' }
const css = { 'content-type': 'text/css; charset=utf-8' }

function pageOf(routes: readonly Route[]): string {
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  const sections = tags.map((tag) => {
    const own = routes.filter((route) => route.tag === tag)
    return `<section><h2 id="${escape(tag)}">${escape(tag)}</h2>${own.map(articleOf).join('')}</section>`
  })
  const links = tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(' · ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outrigger API</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<h1>Outrigger API</h1>
<p>Every request acts with your own rights on the cluster. Sign in with <code>Authorization: Bearer TOKEN</code>,
or with a sign-in link, which sets a cookie. Errors are problem documents (RFC 9457).
The same as a document for programs: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
<nav>${links}</nav>
${sections.join('\n')}
</body>
</html>
`
}

function articleOf(route: Route): string {
  const { method, path, summary, params = {}, query = {}, headers = {} } = route
  const rows = [...rowsOf(params), ...rowsOf(query), ...rowsOf(headers)].join('')
  const who = route.for === 'everybody' ? ' <em>You need not be signed in.</em>' : ''
  return `<article id="${route.operationId}"><span class="method">${method}</span> <code>${escape(path)}</code>
<div>${escape(summary)}.${who}</div>${rows === '' ? '' : `<dl>${rows}</dl>`}</article>`
}

function rowsOf(parameters: Parameters): readonly string[] {
  return Object.entries(parameters).map(
    ([name, { description }]) =>
      `<dt><code>${escape(name)}</code></dt><dd>${escape(description)}</dd>`,
  )
}

function escape(value: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  }
  return value.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)
}
