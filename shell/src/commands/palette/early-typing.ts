/** What was typed, and whether Enter ended it. */
export interface EarlyTyping {
  text: string;
  entered: boolean;
}

const NOTHING: EarlyTyping = { text: '', entered: false };

let typed = NOTHING;
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
  typed = NOTHING;
  const onKeyDown = (event: KeyboardEvent) => {
    const { text } = typed;
    if (event.key === 'Backspace') typed = { text: text.replace(/.$/u, ''), entered: false };
    else if (event.key === 'Enter' && !event.isComposing) typed = { text, entered: true };
    else if (isCharacter(event)) typed = { text: text + event.key, entered: false };
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
export function takeEarlyTyping(): EarlyTyping {
  stop?.();
  const taken = typed;
  typed = NOTHING;
  return taken;
}
