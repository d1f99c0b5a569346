import {
  childOf,
  childrenOf,
  elementsOf,
  textOf,
  valueOf,
  type XmlElement,
} from '../xml/xml-tree.ts';

/** Returns an equation of Office Math on a line: `a/b`, `x^2`, `√(x+1)`, `∑_(i=1)^n i`. */
export function equationText(element: XmlElement): string {
  return elementsOf(element).map(termText).join('');
}

function termText(element: XmlElement): string {
  const part = (name: string) => equationText(childOf(element, name) ?? NOTHING);
  const property = (name: string) => valueOf(element, `${element.name}Pr`, `m:${name}`);
  switch (element.name) {
    case 'm:r':
      return childrenOf(element, 'm:t').map(textOf).join('');
    case 'm:f':
      return `${grouped(part('m:num'))}/${grouped(part('m:den'))}`;
    case 'm:sSup':
      return `${grouped(part('m:e'))}^${grouped(part('m:sup'))}`;
    case 'm:sSub':
      return `${part('m:e')}_${grouped(part('m:sub'))}`;
    case 'm:sSubSup':
      return `${part('m:e')}_${grouped(part('m:sub'))}^${grouped(part('m:sup'))}`;
    case 'm:sPre':
      return `_${grouped(part('m:sub'))}^${grouped(part('m:sup'))}${part('m:e')}`;
    case 'm:rad':
      return `${rootSign(part('m:deg'))}(${part('m:e')})`;
    case 'm:nary':
      return limits(property('chr') ?? '∫', part('m:sub'), part('m:sup')) + ` ${part('m:e')}`;
    case 'm:limLow':
      return limits(part('m:e'), part('m:lim'), '');
    case 'm:limUpp':
      return limits(part('m:e'), '', part('m:lim'));
    case 'm:func':
      return `${part('m:fName')} ${part('m:e')}`;
    case 'm:d': {
      const inner = childrenOf(element, 'm:e').map(equationText);
      return `${property('begChr') ?? '('}${inner.join(property('sepChr') ?? '|')}${property('endChr') ?? ')'}`;
    }
    case 'm:m':
      return `[${rows(element, 'm:mr').join('; ')}]`;
    case 'm:eqArr':
      return childrenOf(element, 'm:e').map(equationText).join('; ');
    case 'm:acc':
      return part('m:e') + (property('chr') ?? '\u0302');
    case 'm:bar':
      return `${part('m:e')}\u0305`;
    case 'm:oMath':
      return equationText(element);
    default:
      if (element.name.endsWith('Pr') || element.name === 'w:del') return '';
      return element.name === 'w:t' || element.name === 'a:t'
        ? textOf(element)
        : equationText(element);
  }
}

const NOTHING: XmlElement = { name: '', attributes: {}, children: [] };

function rows(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).map((row) =>
    childrenOf(row, 'm:e').map(equationText).join(', '),
  );
}

function limits(sign: string, below: string, above: string): string {
  return (
    sign + (below === '' ? '' : `_${grouped(below)}`) + (above === '' ? '' : `^${grouped(above)}`)
  );
}

function rootSign(degree: string): string {
  if (degree === '' || degree === '2') return '√';
  return degree === '3' ? '∛' : degree === '4' ? '∜' : `√[${degree}]`;
}

/** Puts brackets around what is more than one number, name or bracket. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{N}\p{M}.,′']*|\([^()]*\))$/u.test(text.trim())
    ? text.trim()
    : `(${text.trim()})`;
}
