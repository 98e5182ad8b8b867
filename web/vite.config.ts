import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// Everything stays a file of its own: the page's policy allows no inline script or style. While developing, /api goes to a server that
// was started by hand on its usual port.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, outDir: 'dist', emptyOutDir: true },
  server: { host: '127.0.0.1', proxy: { '/api': { target: 'http://127.0.0.1:8421', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0])
