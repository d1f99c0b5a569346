const PAGE_ONLY =
  /^(?:page|seite|página|pagina|sida|side|sivu|strona|стр(?:аница|\.)?|of|von|de|di|av|z|из|sur|第|页|頁|共|[\s\d|/.,:–—-])*$/i;

/** Whether a line of a header says which page it is on, and nothing else. */
export function isPageLine(text: string): boolean {
  return PAGE_ONLY.test(text);
}
