import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { root } from '@carrel/scripts/publish/built-state.ts';

const PDF_JS = path.join(root, 'mf-datasets/node_modules/pdfjs-dist/build');

/** Opens a PDF by pdf.js alone, with its worker started before, and draws the first page as wide as ours. */
const PAGE = (name: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<table><tr><td><a href="#">${name}</a></table><div id="page"></div>
<script type="module">
import { getDocument, GlobalWorkerOptions, PDFWorker } from '/pdf.min.mjs';
GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs';
const worker = new PDFWorker();
await worker.promise;
document.body.dataset.ready = '';
document.querySelector('a').addEventListener('click', async () => {
  const pdf = await getDocument({ url: '/document.pdf', worker }).promise;
  const page = await pdf.getPage(1);
  const viewport = page.getViewport({ scale: 640 / page.getViewport({ scale: 1 }).width });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [viewport.width, viewport.height];
  await page.render({ canvas, viewport }).promise;
  const section = document.querySelector('#page');
  section.dataset.pdfPage = '1';
  section.append(canvas);
});
</script></html>`;

const script = async (file: string) => ({
  type: 'text/javascript',
  body: await readFile(path.join(PDF_JS, file)),
});

/** Serves a page that opens a PDF by pdf.js alone. */
export async function serveBarePdf(
  name: string,
  content: Uint8Array,
): Promise<{ url: string; stop: () => void }> {
  const files: Record<string, { type: string; body: string | Uint8Array }> = {
    '/': { type: 'text/html; charset=utf-8', body: PAGE(name) },
    '/document.pdf': { type: 'application/pdf', body: content },
    '/pdf.min.mjs': await script('pdf.min.mjs'),
    '/pdf.worker.min.mjs': await script('pdf.worker.min.mjs'),
  };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': file?.type ?? 'text/plain',
    });
    response.end(file?.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, stop: () => void server.close() };
}
