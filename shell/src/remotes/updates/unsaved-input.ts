type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A screen's search stands in its address, and comes back with it. */
const KEPT_ELSEWHERE = new Set(['search', 'submit', 'button', 'reset']);

function isField(target: EventTarget): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

const contentOf = (field: Field) =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
    ? String(field.checked)
    : field.value;

/**
 * Knows whether a screen holds something that a person typed and that is nowhere else yet: a field
 * that still stands, and no longer says what it said when the person came to it. A form that was sent
 * is left, closed or emptied, and then holds nothing.
 */
export class UnsavedInput {
  readonly #contents = new Map<Field, string>();

  /** To be told of everything that gets the focus. */
  entered(target: EventTarget): void {
    if (!isField(target) || KEPT_ELSEWHERE.has(target.type) || this.#contents.has(target)) return;
    this.#contents.set(target, contentOf(target));
  }

  /** To be told of everything that is typed into. */
  changed(target: EventTarget): void {
    // Nobody saw the focus come: what was there before is not known, and nothing is taken for it.
    if (!isField(target) || KEPT_ELSEWHERE.has(target.type) || this.#contents.has(target)) return;
    this.#contents.set(target, '');
  }

  /** Whether something would be lost with the screen. */
  get exists(): boolean {
    for (const [field, content] of this.#contents) {
      if (!field.isConnected) this.#contents.delete(field);
      else if (contentOf(field) !== content) return true;
    }
    return false;
  }
}
