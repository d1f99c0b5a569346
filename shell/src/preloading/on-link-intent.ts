/** Milliseconds that somebody stays on a link before it is taken that they mean it. */
const INTENT_MS = 120;

/** Where in the console an element, or what it stands in, leads to; undefined for nowhere. */
function addressOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return undefined;
  return link.origin === location.origin ? link.href : undefined;
}

/**
 * Calls `act` with the address of a link that somebody is about to follow: the pointer or the focus stays
 * on it, or it is being pressed. The answer stops that.
 */
export function onLinkIntent(act: (address: URL) => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal, passive: true, capture: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let meant: string | undefined;
  const come = ({ target }: Event) => {
    const address = addressOf(target);
    if (address === meant) return;
    leave();
    meant = address;
    if (address !== undefined) timer = setTimeout(() => act(new URL(address)), INTENT_MS);
  };
  const leave = () => {
    clearTimeout(timer);
    meant = undefined;
  };
  const press = ({ target }: Event) => {
    const address = addressOf(target);
    if (address === undefined) return;
    clearTimeout(timer);
    act(new URL(address));
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
