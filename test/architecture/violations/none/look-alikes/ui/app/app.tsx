import { useState } from 'react'
import { Plugins } from '../features/plugins/plugins.tsx'

export const App = () => [useState, Plugins].join('')
