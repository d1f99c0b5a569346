import { INTER_LATIN } from './fonts.ts';

/** Whether text stands in a face: it came in time, as it does from the cache. */
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
 * A first visit may paint before Inter is there, and `font-display: optional` then leaves it out as long as the
 * page lives, which in an application is all day. So Inter is fetched again, from the cache by then, and put in
 * place with the next change of screen, when everything moves anyway. A page that has it is left alone: it would
 * be laid out once more for nothing. Returns what undoes the listening.
 */
export function adoptFontWithNextScreen(): () => void {
  if (!('FontFace' in window) || !('navigation' in window)) return () => {};
  const { family, source, ...descriptors } = INTER_LATIN;
  const face = new FontFace(family, source, descriptors);
  const adopt = () => document.fonts.add(face);
  const stop = new AbortController();
  const listen = () => {
    if (stop.signal.aborted || isInUse(family)) return;
    window.navigation.addEventListener('currententrychange', adopt, {
      once: true,
      signal: stop.signal,
    });
  };
  // Without the file the fallback stays, which is no error.
  face.load().then(listen, () => {});
  return () => stop.abort();
}
