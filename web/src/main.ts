import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { connect, keep_key } from './backend'
import { load_words } from './i18n'
import { settings } from './store/settings.svelte'

// First of all, remove the operator's key from the address.
const fragment = keep_key(location.hash)
if (fragment !== location.hash) history.replaceState(null, '', location.pathname + location.search + fragment)

await load_words(settings.lang)
mount(App, { target: document.getElementById('app') as HTMLElement })
connect()
