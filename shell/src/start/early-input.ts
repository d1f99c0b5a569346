/** Input that the page's inline script recorded before the console's code had loaded. */
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

/** Records the content of fields that the browser filled in, which fires no event. */
export function keepFilledFields(container: Element): void {
  const { typed } = window.carrelEarlyInput ?? {};
  for (const field of container.querySelectorAll('input')) {
    if (field.value !== '') typed?.set(field, field.value);
  }
}

// The component that controls the field must get the change: React compares with the value it saw
// last, which the setter on the field's own object updates, and the prototype's setter does not.
function type(field: HTMLInputElement, value: string): void {
  field.value = '';
  Reflect.set(HTMLInputElement.prototype, 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replays recorded input on the hydrated page. */
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

/** Stops recording and deletes the recorded input, where the prerendered page is not hydrated. */
export function stopEarlyInput(): void {
  window.carrelEarlyInput?.stop();
  delete window.carrelEarlyInput;
}
