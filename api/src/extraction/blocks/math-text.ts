/** An element of MathML, of any reader's tree. */
export interface Markup {
  name: string;
  children: readonly (Markup | string)[];
}

/** Returns a formula of MathML on one line, as it is typed: `(a+b)/2`, `x^2`, `√(x)`. */
export function mathText(node: Markup): string {
  const name = node.name.replace(/^.*:/, '').toLowerCase();
  if (name === 'annotation' || name === 'annotation-xml') return '';
  const parts = node.children.flatMap((child) => {
    if (typeof child === 'string') return child.trim() === '' ? [] : [child.trim()];
    const text = mathText(child);
    return text === '' && child.name.endsWith('annotation') ? [] : [text];
  });
  const [first = '', second = '', third = ''] = parts;
  switch (name) {
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msup':
    case 'mover':
      return `${first}^${grouped(second)}`;
    case 'msub':
    case 'munder':
      return `${first}_${grouped(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${first}_${grouped(second)}^${grouped(third)}`;
    case 'msqrt':
      return `√(${parts.join('')})`;
    case 'mroot':
      return `${grouped(second)}√(${first})`;
    case 'mfenced':
      return `(${parts.join(', ')})`;
    case 'mtr':
      return parts.join(', ');
    case 'mtable':
      return parts.join('; ');
    case 'mtext':
      return ` ${parts.join(' ')} `;
    default:
      return joined(parts).replace(/\s+/g, ' ');
  }
}

/** Words are separated, letters that stand for values are not. */
function joined(parts: readonly string[]): string {
  let text = '';
  for (const [at, part] of parts.entries()) {
    const isWord = /^\p{L}{2}/u.test(part) || /\p{L}{2}$/u.test(parts[at - 1] ?? '');
    const meets = /^[\p{L}\p{N}]/u.test(part) && /[\p{L}\p{N}]$/u.test(parts[at - 1] ?? '');
    text += isWord && meets ? ` ${part}` : part;
  }
  return text;
}

const grouped = (text: string) => (/^[^\s+\-*/=,]*$/.test(text) ? text : `(${text})`);
