import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../api/api-context.ts'
import { useText } from '../components/locale.tsx'

/** The view of somebody who is not signed in: by a token; a link from the terminal needs no view. */
export function SignIn() {
  const say = useText()
  const api = useApi()
  const client = useQueryClient()
  const [token, setToken] = useState('')
  const signIn = useMutation({
    mutationFn: () => api.call('signIn', { body: { token: token.trim() } }),
    onSuccess: () => client.resetQueries(),
  })
  return (
    <main className="sign-in">
      <title>{`${say('signIn.title')} · Outrigger`}</title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate()
        }}
      >
        <img src="/icon.svg" alt="" width="44" height="44" />
        <h1>{say('signIn.title')}</h1>
        <p className="lead">{say('signIn.lead')}</p>
        <PasswordInput
          label={say('signIn.token')}
          description={say('signIn.tokenHint')}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={signIn.error?.message}
          autoComplete="off"
          required
          data-autofocus
        />
        <Button type="submit" fullWidth loading={signIn.isPending} disabled={token.trim() === ''}>
          {say('signIn.submit')}
        </Button>
        <p className="quiet">{say('signIn.rights')}</p>
        <p className="quiet">{say('signIn.link')}</p>
      </form>
    </main>
  )
}
