/** Characters of a pattern that are obeyed. Patterns of crawlers are short; each is matched with each address. */
const PATTERN_MAX = 500;
const RULES_MAX = 2000;
/** `*` of all patterns; beyond, what is before the first one is refused. */
const WILDCARDS_MAX = 2000;
const SITEMAPS_MAX = 500;
const LINE_MAX = 4000;
/** Seconds between two requests that a site may ask for. */
const CRAWL_DELAY_MAX_SECONDS = 10;

/** What a site allows crawlers (RFC 9309). */
export interface RobotsRules {
  /** Of a path with its query. */
  allows: (address: string) => boolean;
  /** Seconds between two requests. */
  crawlDelaySeconds: number;
  /** Addresses as they are written. */
  sitemaps: readonly string[];
}

interface Rule {
  allow: boolean;
  pattern: string;
}

interface Group {
  rules: Rule[];
  wildcards: number;
  crawlDelay: number;
}

export const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelaySeconds: 0, sitemaps: [] };

/**
 * Reads robots.txt. The groups of `productToken` are taken together; without one, those of `*`. The longest
 * pattern that matches decides, and `Allow` where two are equally long.
 */
export function parseRobots(text: string, productToken: string): RobotsRules {
  const own: Group = { rules: [], wildcards: 0, crawlDelay: 0 };
  const others: Group = { rules: [], wildcards: 0, crawlDelay: 0 };
  const sitemaps: string[] = [];
  let isNamed = false;
  let current: Group[] = [];
  let startsGroup = false;
  for (const { name, value } of linesOf(text)) {
    if (name === 'user-agent') {
      if (!startsGroup) current = [];
      startsGroup = true;
      const token = /^[a-z_-]+|^\*/i.exec(value)?.[0].toLowerCase();
      if (token === productToken.toLowerCase()) {
        isNamed = true;
        current.push(own);
      } else if (token === '*') current.push(others);
    } else if (name === 'sitemap') {
      if (sitemaps.length < SITEMAPS_MAX) sitemaps.push(value);
    } else if (name === 'allow' || name === 'disallow') {
      startsGroup = false;
      if (value === '' || value.length > PATTERN_MAX) continue;
      for (const group of current)
        addRule(group, { allow: name === 'allow', pattern: comparable(value) });
    } else if (name === 'crawl-delay') {
      startsGroup = false;
      const seconds = Number(value);
      if (seconds > 0)
        for (const group of current) group.crawlDelay = Math.max(group.crawlDelay, seconds);
    }
  }
  const group = isNamed ? own : others;
  return {
    allows: (address) => isAllowed(group.rules, address),
    crawlDelaySeconds: Math.min(group.crawlDelay, CRAWL_DELAY_MAX_SECONDS),
    sitemaps,
  };
}

function addRule(group: Group, { allow, pattern }: Rule): void {
  if (group.rules.length >= RULES_MAX) return;
  group.wildcards += pattern.split('*').length - 1;
  const isSimple = group.wildcards <= WILDCARDS_MAX || !pattern.includes('*');
  if (isSimple) group.rules.push({ allow, pattern });
  else if (!allow) group.rules.push({ allow, pattern: pattern.slice(0, pattern.indexOf('*')) });
}

function* linesOf(text: string): Generator<{ name: string; value: string }> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const hash = line.indexOf('#');
    const content = (hash < 0 ? line : line.slice(0, hash)).slice(0, LINE_MAX);
    const colon = content.indexOf(':');
    if (colon < 0) continue;
    const name = content.slice(0, colon).trim().toLowerCase();
    yield { name, value: content.slice(colon + 1).trim() };
  }
}

function isAllowed(rules: readonly Rule[], address: string): boolean {
  if (address === '/robots.txt') return true;
  const path = comparable(address);
  let best: Rule | undefined;
  for (const rule of rules) {
    const isLonger = best === undefined || rule.pattern.length > best.pattern.length;
    const isEqual = best !== undefined && rule.pattern.length === best.pattern.length && rule.allow;
    if ((isLonger || isEqual) && matches(rule.pattern, path)) best = rule;
  }
  return best === undefined || best.allow;
}

/** Whether a pattern matches the beginning of a path; in linear time of each, as `*` takes the first place. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...pieces] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = pieces.pop();
  if (last === undefined) return !isAnchored || at === path.length;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (isAnchored) return path.length - last.length >= at && path.endsWith(last);
  return path.indexOf(last, at) >= 0;
}

/** Characters and their percent-encoding are the same, except where the character has a meaning in addresses. */
function comparable(text: string): string {
  return text
    .replace(/[^\u0021-\u007e]+/g, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (code, digits: string) => {
      const character = String.fromCodePoint(Number.parseInt(digits, 16));
      return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase();
    });
}
