/** Milliseconds that somebody stays on a link before it is taken that they mean it. */
const INTENT_MS = 120;

/** The path in the console that an element, or what it stands in, leads to; undefined for none. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return undefined;
  return link.origin === location.origin ? link.pathname : undefined;
}

/**
 * Calls `act` with the path of a link that somebody is about to follow: the pointer or the focus stays
 * on it, or it is being pressed. The answer stops that.
 */
export function onLinkIntent(act: (pathname: string) => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal, passive: true, capture: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let meant: string | undefined;
  const come = ({ target }: Event) => {
    const path = pathOf(target);
    if (path === meant) return;
    leave();
    meant = path;
    if (path !== undefined) timer = setTimeout(() => act(path), INTENT_MS);
  };
  const leave = () => {
    clearTimeout(timer);
    meant = undefined;
  };
  const press = ({ target }: Event) => {
    const path = pathOf(target);
    if (path === undefined) return;
    clearTimeout(timer);
    act(path);
  };
  document.addEventListener('pointerover', come, options);
  document.addEventListener('focusin', come, options);
  document.addEventListener('focusout', leave, options);
  document.addEventListener('pointerdown', press, options);
  return () => {
    leave();
    listening.abort();
  };
}
