import type { Command } from '@carrel/shared/shell';

/** The one place that knows every command and every key, of the shell and of its remotes. */
export class CommandRegistry {
  readonly #sources = new Set<() => readonly Command[]>();

  /** Takes what gives the commands of one contributor, until the answer is called. */
  readonly add = (source: () => readonly Command[]): (() => void) => {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  };

  /** All commands as they are now, in the order in which their contributors came. */
  list(): Command[] {
    return [...this.#sources].flatMap((source) => source());
  }
}
