/** Id of the element with the runtime configuration. A test keeps it equal to the contract's. */
export const PAGE_JSON_ID = 'carrel-runtime';

/** Returns the page's runtime configuration, not validated; undefined where there is none. */
export function readPageJson(): unknown {
  const text = document.querySelector(`#${PAGE_JSON_ID}`)?.textContent;
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
