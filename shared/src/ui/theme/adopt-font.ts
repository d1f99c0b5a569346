import { INTER_LATIN } from './fonts.ts';

/** Returns whether text is rendered in a font: it was loaded in time, as it is from the cache. */
function isInUse(family: string): boolean {
  const text = document.createElement('span');
  text.textContent = 'Which face is this set in?';
  text.style.cssText = 'position:absolute;visibility:hidden;white-space:nowrap';
  document.body.append(text);
  const widthIn = (families: string) => {
    text.style.fontFamily = families;
    return text.offsetWidth;
  };
  const differs = widthIn(`'${family}',monospace`) !== widthIn('monospace');
  text.remove();
  return differs;
}

/**
 * Loads Inter again and applies it with the next change of screen. A first visit may paint before Inter
 * is loaded, and `font-display: optional` then leaves it out as long as the page is open, which in an
 * application is all day. It is applied when the new elements are there: the old ones are not laid out again. A page that has Inter is not changed: it would be laid out again for nothing.
 * Returns a function that removes the listener.
 */
export function adoptFontWithNextScreen(): () => void {
  if (!('FontFace' in window) || !('navigation' in window)) return () => {};
  const { family, source, ...descriptors } = INTER_LATIN;
  const face = new FontFace(family, source, descriptors);
  const adopt = () => {
    rendered.disconnect();
    document.fonts.add(face);
  };
  const rendered = new MutationObserver(adopt);
  const stop = new AbortController();
  stop.signal.addEventListener('abort', () => rendered.disconnect());
  const awaitScreen = () => rendered.observe(document.body, { childList: true, subtree: true });
  const listen = () => {
    if (stop.signal.aborted || isInUse(family)) return;
    window.navigation.addEventListener('currententrychange', awaitScreen, {
      once: true,
      signal: stop.signal,
    });
  };
  // Without the file the fallback stays: this is no error.
  face.load().then(listen, () => {});
  return () => stop.abort();
}
