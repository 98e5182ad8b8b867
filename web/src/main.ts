import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { connect, keep_key } from './backend'

// Before anything reads the address: the operator's key leaves it.
const fragment = keep_key(location.hash)
if (fragment !== location.hash) history.replaceState(null, '', location.pathname + location.search + fragment)

mount(App, { target: document.getElementById('app') as HTMLElement })
connect()
