/** What the page's inline script kept of a person who was faster than the console's code. */
interface EarlyInput {
  typed: Map<EventTarget, string>;
  pressed: HTMLElement[];
  submitted: HTMLFormElement | null;
  stop: () => void;
}

declare global {
  interface Window {
    carrelEarlyInput?: EarlyInput;
  }
}

/** Keeps what fields hold that no event told of: the browser itself filled them in. */
export function keepFilledFields(container: Element): void {
  const { typed } = window.carrelEarlyInput ?? {};
  for (const field of container.querySelectorAll('input')) {
    if (field.value !== '') typed?.set(field, field.value);
  }
}

// A component that set the field itself must hear of the change: React looks at what it saw last,
// which the setter of the field's own object notes, and the prototype's does not.
function type(field: HTMLInputElement, value: string): void {
  field.value = '';
  Reflect.set(HTMLInputElement.prototype, 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Does over again, on the living page, what somebody did before it was alive. */
export function replayEarlyInput(): void {
  const early = window.carrelEarlyInput;
  if (early === undefined) return;
  early.stop();
  delete window.carrelEarlyInput;
  for (const [field, value] of early.typed) {
    if (field instanceof HTMLInputElement && field.isConnected) type(field, value);
  }
  for (const button of early.pressed) button.click();
  if (early.submitted?.isConnected === true) early.submitted.requestSubmit();
}

/** Forgets it all, where the page that it was meant for does not stand. */
export function forgetEarlyInput(): void {
  window.carrelEarlyInput?.stop();
  delete window.carrelEarlyInput;
}
