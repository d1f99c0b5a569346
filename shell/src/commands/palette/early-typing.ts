let typed = '';
let stop: (() => void) | undefined;

/** Whether an event types one character, not a shortcut. */
const isCharacter = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  /^.$/u.test(key) && !ctrlKey && !metaKey && !altKey && !isComposing;

/**
 * Keeps what is typed between the palette's shortcut and the focus of its field, whose code may still be
 * on its way: it would be lost, or run the shortcuts of the screen below. Returns how to end it.
 */
export function keepEarlyTyping(): () => void {
  stop?.();
  typed = '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace') typed = typed.replace(/.$/u, '');
    else if (isCharacter(event)) typed += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  globalThis.addEventListener('keydown', onKeyDown, true);
  stop = () => {
    globalThis.removeEventListener('keydown', onKeyDown, true);
    stop = undefined;
  };
  return stop;
}

/** Ends it, and returns what was typed. */
export function takeEarlyTyping(): string {
  stop?.();
  const text = typed;
  typed = '';
  return text;
}
