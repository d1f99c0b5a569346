/** One event of a stream. */
export interface StreamEvent {
  /** By which the stream goes on after it; the last one told, if this has none of its own. */
  id: string | undefined;
  name: string;
  data: string;
}

/** Reads a stream of events from its text, in whatever pieces it comes. */
export class EventParser {
  #rest = '';
  #id: string | undefined;
  #name = '';
  #data: string[] = [];

  /** The events that this piece completes. */
  push(piece: string): StreamEvent[] {
    const text = this.#rest + piece;
    // A carriage return at the end may be half of a line's end.
    const complete = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = complete.split(/\r\n|\n|\r/u);
    this.#rest = (lines.pop() ?? '') + text.slice(complete.length);
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): StreamEvent[] {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
    else if (field === 'id') this.#id = value;
    return [];
  }

  #dispatch(): StreamEvent[] {
    const event = { id: this.#id, name: this.#name || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
