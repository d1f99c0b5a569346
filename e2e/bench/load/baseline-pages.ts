import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { rspack } from '@rspack/core';

import { root } from '@carrel/scripts/publish/built-state.ts';
import { commonOptions } from '@carrel/shared/rspack';

const folder = path.join(root, 'dist/baselines');

/** The sign-in form as plain HTML: the fastest possible page with a form. */
const STATIC = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in</title>
<form method="post"><h1>Sign in</h1><p><label>Email <input name="email"></label>
<p><label>Password <input name="password" type="password"></label><p><button>Sign in</button></form></html>`;

/** The same form, rendered by React and nothing else. */
const BARE_REACT = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
const field = (label, type) => h('p', { key: label }, h('label', null, label, ' ', h('input', { type })));
createRoot(document.querySelector('#root')).render(
  h('form', { method: 'post' }, h('h1', null, 'Sign in'), field('Email', 'email'), field('Password', 'password'), h('button', null, 'Sign in')),
);`;

/** Bundles a module that uses React and nothing else, and compresses it. */
export async function buildBareReact(source: string, filename: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  const context = path.join(root, 'shell');
  const common = commonOptions({ context, name: 'baseline', mode: 'production' });
  const compiler = rspack({
    ...common,
    entry: `data:text/javascript,${encodeURIComponent(source)}`,
    output: { ...common.output, path: folder, filename, crossOriginLoading: false },
    devtool: false,
    plugins: [new rspack.DefinePlugin({ 'process.env.NODE_ENV': '"production"' })],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  compiler.run((error, stats) => {
    if (error !== null || stats?.hasErrors() === true) reject(error ?? new Error(String(stats)));
    else resolve();
  });
  await promise;
  return brotliCompressSync(await readFile(path.join(folder, filename)));
}

const page = (html: string) => ({
  type: 'text/html; charset=utf-8',
  body: brotliCompressSync(html),
});

/** Serves the two baseline pages: plain HTML, and React alone. */
export async function serveBaselines(): Promise<{ url: string; stop: () => void }> {
  const script = await buildBareReact(BARE_REACT, 'react.js');
  const files: Record<string, { type: string; body: Buffer }> = {
    '/static': page(STATIC),
    '/react': page(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in</title><script defer src="/react.js"></script><div id="root"></div></html>',
    ),
    '/react.js': { type: 'text/javascript', body: script },
  };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const cache =
      request.url?.endsWith('.js') === true ? 'max-age=31536000, immutable' : 'no-cache';
    response
      .writeHead(200, {
        'Content-Type': file.type,
        'Content-Encoding': 'br',
        'Content-Length': file.body.length,
        'Cache-Control': cache,
      })
      .end(file.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}
