/** The element of the page that carries the runtime configuration. Kept equal to the contract's by a test. */
export const PAGE_JSON_ID = 'carrel-runtime';

/** The runtime configuration as the page carries it, unchecked; undefined where there is none. */
export function readPageJson(): unknown {
  const text = document.querySelector(`#${PAGE_JSON_ID}`)?.textContent;
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
