import { mount } from 'svelte'
import Dev from './Dev.svelte'

mount(Dev, { target: document.getElementById('app')! })
