import { expect, test } from 'vitest'
import { compiledCodeFolder } from './compiled-code-folder.ts'

test.each([
  {
    name: 'is the cache folder of the desktop standard',
    platform: 'linux',
    env: { XDG_CACHE_HOME: '/var/cache/me', HOME: '/home/me' },
    folder: '/var/cache/me/outrigger/code',
  },
  {
    name: 'is below the home folder without one',
    platform: 'linux',
    env: { HOME: '/home/me' },
    folder: '/home/me/.cache/outrigger/code',
  },
  {
    name: 'is where macOS keeps caches',
    platform: 'darwin',
    env: { HOME: '/Users/me' },
    folder: '/Users/me/Library/Caches/outrigger/code',
  },
  {
    name: 'is where Windows keeps caches',
    platform: 'win32',
    env: { LOCALAPPDATA: String.raw`C:\Users\me\AppData\Local` },
    folder: String.raw`C:\Users\me\AppData\Local\outrigger\code`,
  },
  {
    name: 'is left to Node where its own setting names one',
    platform: 'linux',
    env: { NODE_COMPILE_CACHE: '/tmp/x', HOME: '/home/me' },
    folder: undefined,
  },
  {
    name: 'is none where Node is told to keep none',
    platform: 'linux',
    env: { NODE_DISABLE_COMPILE_CACHE: '1', HOME: '/home/me' },
    folder: undefined,
  },
  { name: 'is none for a user without a home', platform: 'linux', env: {}, folder: undefined },
  {
    name: 'is none where the path depends on the working folder',
    platform: 'linux',
    env: { XDG_CACHE_HOME: 'cache', HOME: '/home/me' },
    folder: undefined,
  },
])('the folder of compiled code $name', ({ platform, env, folder }) => {
  expect(compiledCodeFolder(env, platform)).toBe(folder)
})
