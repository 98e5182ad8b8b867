// Checks the types of scenes and messages against their schemas.
import { expect, test } from 'vitest'
import messages from './messages.ts?raw'
import scene from './scene.ts?raw'
// @ts-expect-error: a script without types
import { types_of } from '../types.mjs'

test.each([['messages', messages], ['scene', scene]])('%s: node types.mjs has been run', (name, text) => {
  expect(text).toBe(types_of(name))
})
