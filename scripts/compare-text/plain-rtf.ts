const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;
/** Groups whose text nobody sees in the page. */
const SKIPPED =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|themedata|datastore|listtable|listoverridetable|rsidtbl|generator|fldinst|xmlnstbl|latentstyles|objdata|bkmkstart|bkmkend|revtbl|filetbl|mmathPr|pgdsctbl|atnid|atnauthor|annotation|pntext|listtext|nonshppict|shpinst|nonesttables|sp|header\w?|footer\w?|xe|tc)$/;

/** Returns the text of RTF in the code page that it declares, without any knowledge of tables and fields. */
export function plainRtf(source: string): string {
  let out = '';
  const groups: { skips: boolean; unicode: number }[] = [];
  let group = { skips: false, unicode: 1 };
  let [passed, isStarred] = [0, false];
  const page = /\\ansicpg(125\d)/.exec(source)?.[1] ?? '1252';
  const decoder = new TextDecoder(`windows-${page}`);
  for (const [, word, value, hex, symbol, brace, text] of source.matchAll(TOKEN)) {
    if (brace === '{') {
      groups.push(group);
      group = { skips: group.skips, unicode: group.unicode };
    } else if (brace === '}') {
      group = groups.pop() ?? group;
    } else if (symbol === '*') {
      isStarred = true;
      continue;
    } else if (word !== undefined) {
      if (isStarred || SKIPPED.test(word)) group.skips = true;
      if (word === 'v' && value !== '0') group.skips = true;
      if (word === 'uc') group.unicode = Number(value ?? 1);
      if (word === 'u' && !group.skips) {
        out += String.fromCharCode(Number(value) & 0xffff);
        passed = group.unicode;
      } else if (/^(?:par|line|tab|cell|row|sect|page|nestcell|emspace|enspace)$/.test(word)) {
        out += '\n';
      }
    } else if (passed > 0 && (hex !== undefined || text !== undefined)) {
      const length = hex === undefined ? Math.min(passed, text?.length ?? 0) : 1;
      passed -= length;
      if (text !== undefined && !group.skips) out += text.slice(length);
    } else if (!group.skips) {
      if (hex !== undefined) out += decoder.decode(Uint8Array.of(Number.parseInt(hex, 16)));
      else if (text !== undefined) out += text;
      else if (symbol === '~') out += ' ';
      else if (symbol !== undefined && /[\\{}]/.test(symbol)) out += symbol;
    }
    isStarred = false;
  }
  return out;
}
