import { equationText } from './equation.ts';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** Returns the text of a paragraph of DrawingML (`a:p`), with its line breaks. */
export function drawingLine(paragraph: XmlElement): string {
  return elementsOf(paragraph)
    .map(pieceText)
    .join('')
    .replaceAll('\u00ad', '')
    .replaceAll('\u2011', '-');
}

function pieceText(element: XmlElement): string {
  switch (element.name) {
    case 'a:r':
    case 'a:fld':
      return textOf(childOf(element, 'a:t')).replaceAll('\v', '\n').replaceAll('_x000D_', '');
    case 'a:br':
      return '\n';
    case 'a:pPr':
    case 'a:endParaRPr':
      return '';
    case 'm:oMathPara':
    case 'm:oMath':
      return equationText(element);
    default:
      return elementsOf(element).map(pieceText).join('');
  }
}

/** Returns the paragraphs of a body of text (`a:txBody`, `c:rich`) that say something. */
export function drawingLines(body: XmlElement | undefined): string[] {
  return elementsOf(body)
    .filter(({ name }) => name === 'a:p')
    .map((paragraph) => drawingLine(paragraph).trim())
    .filter((line) => line !== '');
}

/** Returns the level of a paragraph, from 0. */
export function levelOf(paragraph: XmlElement): number {
  const level = Number(childOf(paragraph, 'a:pPr')?.attributes['lvl'] ?? 0);
  return level >= 0 && level < 9 ? Math.trunc(level) : 0;
}
