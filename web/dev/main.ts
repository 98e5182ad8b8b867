import { mount } from 'svelte'
import { apply } from '../src/board/apply'
import Dev from './Dev.svelte'
import { samples } from './samples'

// ?doc=ADDRESS: a document of `banmen show GAME --scene --json`; &then=ADDRESS: the document after the next move, whose steps are
// animated.
const asked = new URLSearchParams(location.search)
const read = async (name: string) => (asked.get(name) ? (await fetch(asked.get(name)!)).json() : null)
const sorted = (value: unknown) => JSON.stringify(value, (_, v) => (v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v))
const doc = await read('doc'), then = await read('then')
if (doc) samples['doc'] = { layout: doc.layout, scene: doc.scene, choices: doc.choices, steps: then?.steps }
if (then && sorted(apply(doc.scene, then.steps)) !== sorted(then.scene)) console.error('the steps lead elsewhere')
mount(Dev, { target: document.getElementById('app')! })
