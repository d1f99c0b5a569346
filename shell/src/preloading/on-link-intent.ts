/** How long the pointer or the focus stays on a link before it counts as intent, in milliseconds. */
const INTENT_MS = 120;

/** Returns the URL in the console of the link around an element; undefined without one. */
function addressOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return undefined;
  return link.origin === location.origin ? link.href : undefined;
}

/**
 * Calls `act` with the URL of a link that is about to be followed: the pointer or the focus stays on
 * it, or it is pressed. Returns a function that stops listening.
 */
export function onLinkIntent(act: (address: URL) => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal, passive: true, capture: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: string | undefined;
  const enter = ({ target }: Event) => {
    const address = addressOf(target);
    if (address === current) return;
    leave();
    current = address;
    if (address !== undefined) timer = setTimeout(() => act(new URL(address)), INTENT_MS);
  };
  const leave = () => {
    clearTimeout(timer);
    current = undefined;
  };
  const press = ({ target }: Event) => {
    const address = addressOf(target);
    if (address === undefined) return;
    clearTimeout(timer);
    act(new URL(address));
  };
  document.addEventListener('pointerover', enter, options);
  document.addEventListener('focusin', enter, options);
  document.addEventListener('focusout', leave, options);
  document.addEventListener('pointerdown', press, options);
  return () => {
    leave();
    listening.abort();
  };
}
