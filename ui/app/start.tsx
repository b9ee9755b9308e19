import '@mantine/core/styles.css'
import '@fontsource-variable/inter/index.css'
import './tokens.css'
import './layout.css'
import './parts.css'
import './lists.css'
import './forms.css'
import './graph.css'
import './causes.css'
import './changes.css'
import './platform.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ApiClient } from '../api/api-client.ts'
import { ApiContext } from '../api/api-context.ts'
import { LocaleProvider } from '../components/locale.tsx'
import { createQueries } from './create-queries.ts'
import { createPageRouter } from './routes.tsx'
import { styleNonce } from '../components/style-nonce.ts'
import { theme } from './theme.ts'

/** Draws the page. Our styles come from files; the few that Mantine writes into the page carry the nonce of the answer. */
export function start(document: Document): void {
  const place = document.getElementById('page')
  if (place === null) throw new Error('the document has no element "page"')
  const queries = createQueries()
  const router = createPageRouter()
  createRoot(place).render(
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={styleNonce}
    >
      <LocaleProvider>
        <QueryClientProvider client={queries}>
          <ApiContext value={new ApiClient()}>
            <RouterProvider router={router} />
          </ApiContext>
        </QueryClientProvider>
      </LocaleProvider>
    </MantineProvider>,
  )
}
