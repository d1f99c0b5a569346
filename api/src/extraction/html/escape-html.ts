/** Escapes a text for the content of an element, where quotes stay. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Escapes a text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
