import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

import type { CapturedScreen } from '../browser/capture-screen.ts';
import { buildBareReact } from './baseline-pages.ts';

/**
 * Draws captured screens by React and nothing else. A link, or a key in a field, shows the second one, and a step
 * back the first. After a key, the second is fetched, as results are.
 */
const BARE_SCREENS = `
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
const named = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex', value: 'defaultValue', checked: 'defaultChecked', maxlength: 'maxLength', autocomplete: 'autoComplete' };
const styleOf = (text) => Object.fromEntries(text.split(';').filter((part) => part.includes(':')).map((part) => {
  const at = part.indexOf(':');
  const name = part.slice(0, at).trim();
  return [name.startsWith('--') ? name : name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase()), part.slice(at + 1).trim()];
}));
const propsOf = (attributes, key) => {
  const props = { key };
  for (const [name, value] of Object.entries(attributes)) props[named[name] ?? name] = name === 'style' ? styleOf(value) : value;
  return props;
};
const Node = ({ node }) => h(node.tag, propsOf(node.attributes), node.children.length === 0 ? undefined : node.children.map(draw));
const draw = (node, key) => typeof node === 'string' ? node : h(Node, { key, node });
function Screens({ screens }) {
  const [at, setAt] = useState(0);
  const [fetched, setFetched] = useState();
  useEffect(() => {
    const back = () => setAt(0);
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const onClick = (event) => {
    if (event.target.closest('a') === null) return;
    event.preventDefault();
    history.pushState(null, '', '#next');
    setAt(1);
  };
  const onKeyDown = () => void fetch('second').then((response) => response.json()).then(setFetched);
  const nodes = fetched ?? screens[at];
  return h('div', { onClick, onKeyDown, style: { display: 'contents' } }, h('div', { key: fetched === undefined ? at : 0, style: { display: 'contents' } }, nodes.map(draw)));
}
createRoot(document.querySelector('#root')).render(h(Screens, { screens: JSON.parse(document.querySelector('#screens').textContent) }));
`;

/** Serves pages that draw captured screens by React alone. */
export interface BareScreens {
  /** Returns the address of a page that shows the first screen, and the second after a press. */
  add: (first: CapturedScreen, second: CapturedScreen) => string;
  stop: () => void;
}

export async function serveBareScreens(): Promise<BareScreens> {
  const files = new Map<string, { type: string; body: Buffer }>();
  const add = (name: string, type: string, text: string) =>
    files.set(name, { type, body: brotliCompressSync(text) });
  files.set('/screens.js', {
    type: 'text/javascript',
    body: await buildBareReact(BARE_SCREENS, 'screens.js'),
  });
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { type, body } = file;
    response
      .writeHead(200, {
        'Content-Type': type,
        'Content-Encoding': 'br',
        'Cache-Control': 'no-cache',
      })
      .end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    add: (first, second) => {
      const folder = `/${files.size}`;
      const screens = JSON.stringify([first.nodes, second.nodes]).replaceAll('<', '\\u003c');
      const styles = `${first.styles}\n${second.styles}`.replaceAll('</', '<\\/');
      add(
        `${folder}/`,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="en"><meta charset="utf-8"><style>${styles}</style><div id="root"></div><script type="application/json" id="screens">${screens}</script><script src="/screens.js"></script></html>`,
      );
      add(`${folder}/second`, 'application/json', JSON.stringify(second.nodes));
      return `http://localhost:${port}${folder}/`;
    },
    stop: () => void server.close(),
  };
}
