import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { Registry } from '@carrel/shared/releases';
import { FONTS_ATTRIBUTE } from '@carrel/shared/ui';
import { renderToString } from 'react-dom/server';
import { Router } from 'react-router-dom';

import { App } from './app.tsx';
import { RemoteScreen } from './remotes/screens/remote-screen.tsx';
import { ensureRemote, setRegistry } from './remotes/remote-store.ts';
import { sessionStatusAtom, userAtom } from './state/session.atoms.ts';
import { Session } from './session/session.ts';

/** A screen as it is in the page before any script has run. */
export interface Prerendered {
  html: string;
  /** Style elements, which emotion adopts in the browser. */
  style: string;
}

const textOf = (to: string | { pathname?: string; search?: string; hash?: string }) =>
  typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;

const navigator = {
  createHref: textOf,
  go: () => undefined,
  push: () => undefined,
  replace: () => undefined,
};

function sessionWith(status: 'ready' | 'checking'): Session {
  const session = new Session();
  session.store().set(userAtom, null);
  session.store().set(sessionStatusAtom, status);
  return session;
}

type Cache = ReturnType<typeof createCache>;

/**
 * Returns one element for each global style, and one for all classes, marked with their names. Emotion moves
 * these to the end of the head. That of the fonts has another mark, and stays where it is.
 */
function styleElements({ inserted, registered, key }: Cache): string {
  const globals: string[] = [];
  const names: string[] = [];
  let rules = '';
  for (const [name, css] of Object.entries(inserted)) {
    if (typeof css !== 'string') continue;
    if (registered[`${key}-${name}`] === undefined) {
      const isOfFonts = css.startsWith('@font-face');
      const mark = isOfFonts ? FONTS_ATTRIBUTE : `data-emotion="${key}-global ${name}"`;
      globals.push(`<style ${mark}>${css}</style>`);
    } else {
      names.push(name);
      rules += css;
    }
  }
  return `${globals.join('')}<style data-emotion="${key} ${names.join(' ')}">${rules}</style>`;
}

/** Renders the only remote's screen at a path, as a guest first sees it. */
export async function prerender(registry: Registry, pathname: string): Promise<Prerendered> {
  setRegistry(registry);
  for (const remote of Object.keys(registry.remotes)) await ensureRemote(remote, './routes');
  return renderApp(registry, sessionWith('ready'), pathname);
}

/** Renders what is shown until it is known who is signed in. */
export const prerenderLoading = (): Prerendered =>
  renderApp({ remotes: {} }, sessionWith('checking'), '/');

function renderApp(registry: Registry, session: Session, pathname: string): Prerendered {
  // The key of emotion's own cache in the browser, which then adopts these styles.
  const cache = createCache({ key: 'css' });
  cache.compat = true;
  const html = renderToString(
    <CacheProvider value={cache}>
      <App
        config={{ apiUrl: '', environment: 'production', version: '', registry }}
        session={session}
        router={({ children }) => (
          <Router location={pathname} navigator={navigator} static>
            {children}
          </Router>
        )}
        renderRemote={(remote, path) => <RemoteScreen remote={remote} path={path} />}
      />
    </CacheProvider>,
  );
  return { html, style: styleElements(cache) };
}
