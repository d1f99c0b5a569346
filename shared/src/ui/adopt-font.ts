import { INTER_LATIN } from './fonts.ts';

/**
 * A first visit may paint before Inter is there, and `font-display: optional` then leaves it out as long as the
 * page lives, which in an application is all day. So Inter is fetched again, from the cache by then, and put in
 * place with the next change of screen, when everything moves anyway. Returns what undoes the listening.
 */
export function adoptFontWithNextScreen(): () => void {
  if (!('FontFace' in window) || !('navigation' in window)) return () => {};
  const { family, source, ...descriptors } = INTER_LATIN;
  const face = new FontFace(family, source, descriptors);
  const adopt = () => document.fonts.add(face);
  const stop = new AbortController();
  const listen = () => {
    if (stop.signal.aborted) return;
    window.navigation.addEventListener('currententrychange', adopt, {
      once: true,
      signal: stop.signal,
    });
  };
  // Without the file the fallback stays, which is no error.
  face.load().then(listen, () => {});
  return () => stop.abort();
}
