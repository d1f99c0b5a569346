/**
 * Returns whether a path matches one of the patterns, in any case: `*` is part of a name, `**` is any number of names,
 * `?` is one character. A pattern without `/` is one of names, at any depth; one that ends with `/` is a folder's.
 * The time is the length of the pattern times that of the path, whatever they are.
 */
export function matchesOneOf(patterns: readonly string[], path: string): boolean {
  const names = path.toLowerCase().split('/');
  return patterns.some((pattern) => matchesNames(namesOf(pattern), names));
}

function namesOf(pattern: string): string[] {
  const text = pattern.toLowerCase().replace(/^\.?\//, '');
  const whole = text.endsWith('/') ? `${text}**` : text;
  return whole.includes('/') ? whole.split('/') : ['**', whole];
}

/** Matches names by a row for each name of the pattern: whether it matches with so many names of the path. */
function matchesNames(pattern: readonly string[], names: readonly string[]): boolean {
  let reached = Array.from({ length: names.length + 1 }, () => false);
  reached[0] = true;
  for (const part of pattern) {
    const next = Array.from({ length: names.length + 1 }, () => false);
    if (part === '**') {
      let isReached = false;
      for (let at = 0; at <= names.length; at += 1) {
        isReached ||= reached[at] === true;
        next[at] = isReached;
      }
    } else {
      for (let at = 0; at < names.length; at += 1) {
        if (reached[at] === true) next[at + 1] = matchesName(part, names[at] ?? '');
      }
    }
    reached = next;
  }
  return reached[names.length] === true;
}

/** Goes back to the last star alone, which finds a match wherever there is one. */
function matchesName(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let after = 0;
  for (let read = 0; read < name.length;) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at;
      after = read;
      at += 1;
    } else if (wanted === '?' || wanted === name[read]) {
      at += 1;
      read += 1;
    } else if (star >= 0) {
      at = star + 1;
      after += 1;
      read = after;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
