import { App } from './app/app.tsx'

document.title = App()
