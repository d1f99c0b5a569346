/** How far above the pointer the element can be that ends in an ellipsis. */
const LEVELS = 3;

/**
 * Gives each text that ends in an ellipsis, wherever on the page, the whole text as its title while the
 * pointer is on it. A title that it has stays. Returns a function that stops it.
 */
export function titleCutTexts(page: Document): () => void {
  const titled = new WeakSet<Element>();
  const addTitle = ({ target }: Event) => {
    let element = target instanceof HTMLElement ? target : null;
    for (let level = 0; level < LEVELS && element !== null; level += 1) {
      const text = element.textContent;
      if (isCut(element) && (titled.has(element) || element.title === '')) {
        titled.add(element);
        element.title = text;
      } else if (titled.delete(element)) element.title = '';
      element = element.parentElement;
    }
  };
  page.addEventListener('pointerover', addTitle, { passive: true });
  return () => page.removeEventListener('pointerover', addTitle);
}

const isCut = (element: HTMLElement) =>
  element.scrollWidth > element.clientWidth &&
  getComputedStyle(element).textOverflow === 'ellipsis';
