import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// While developing, /api goes to a server that was started by hand: the program's on its usual port, or dev/mock-server.mjs. A server
// takes requests of its own page only, so they are sent on under its address.
const server = process.env.BANMEN_SERVER ?? 'http://127.0.0.1:8421'

// Everything stays a file of its own: the page's policy allows no inline script or style.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, outDir: 'dist', emptyOutDir: true },
  server: { host: '127.0.0.1', fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } } },
  preview: { host: '127.0.0.1' },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0])
