import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// During development /api is proxied to a server started by hand: the program on its usual port, or dev/mock-server.mjs. A server
// accepts only requests of its own page, so they are forwarded under its address.
const server = process.env.BANMEN_SERVER ?? 'http://127.0.0.1:8421'

// Everything stays in separate files: the page's content policy allows no inline script or style.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, outDir: 'dist', emptyOutDir: true },
  server: { host: '127.0.0.1', fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } } },
  preview: { host: '127.0.0.1' },
  test: { include: ['src/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0])
