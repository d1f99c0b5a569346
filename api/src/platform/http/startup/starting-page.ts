import { createHash } from 'node:crypto';

/** Colours are those of the console, which has not loaded yet. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box;
  font: 14px/1.5 Inter, system-ui, sans-serif; text-align: center; background: #f7f8fa; color: #596170; }
h1 { margin: 0 0 4px; font-size: 20px; font-weight: 600; color: #14171d; }
p { margin: 0; max-width: 44ch; }
@media (prefers-color-scheme: dark) { body { background: #0e1014; color: #9aa2b0; } h1 { color: #eef0f4; } }
`;

/**
 * Asks for the page's own address until the server is ready, and loads it then. A refresh by `meta` would stay on
 * an address with a fragment.
 */
const SCRIPT = `
async function look() {
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  if (response !== undefined && response.status !== 503) location.reload();
  else setTimeout(look, 1000);
}
setTimeout(look, 1000);
`;

/** What a browser shows while the server starts. */
export const STARTING_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<noscript><meta http-equiv="refresh" content="2"></noscript>
<title>Carrel | Starting</title>
<style>${STYLE}</style>
</head>
<body>
<main role="status">
<h1>Carrel is starting</h1>
<p>This page opens what you asked for as soon as the server is ready.</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const STARTING_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    `default-src 'none'`,
    `style-src ${source(STYLE)}`,
    `script-src ${source(SCRIPT)}`,
    `connect-src 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; '),
  'Cache-Control': 'no-store',
};
