type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A screen's search is in its URL; buttons hold no input. */
const IGNORED_TYPES = new Set(['search', 'submit', 'button', 'reset']);

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
 * Tracks whether a screen has input that is not saved: a field that is still in the page and whose
 * content changed since it got the focus. A form that was sent is left, closed or reset, and then
 * has nothing unsaved.
 */
export class UnsavedInput {
  readonly #contents = new Map<Field, string>();

  /** Call for every element that gets the focus. */
  entered(target: EventTarget): void {
    if (!isField(target) || IGNORED_TYPES.has(target.type) || this.#contents.has(target)) return;
    this.#contents.set(target, contentOf(target));
  }

  /** Call for every element whose content changes. */
  changed(target: EventTarget): void {
    // The focus event was missed: the earlier content is unknown, and assumed to be empty.
    if (!isField(target) || IGNORED_TYPES.has(target.type) || this.#contents.has(target)) return;
    this.#contents.set(target, '');
  }

  /** Whether the screen has unsaved input. */
  get exists(): boolean {
    for (const [field, content] of this.#contents) {
      if (!field.isConnected) this.#contents.delete(field);
      else if (contentOf(field) !== content) return true;
    }
    return false;
  }
}
