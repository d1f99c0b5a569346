import type { Command } from '@carrel/shared/shell';

/** All commands and shortcuts of the shell and its remotes. */
export class CommandRegistry {
  readonly #sources = new Set<() => readonly Command[]>();

  /** Adds a source of commands. Returns a function that removes it. */
  readonly add = (source: () => readonly Command[]): (() => void) => {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  };

  /** Returns all commands, in the order in which their sources were added. */
  list(): Command[] {
    return [...this.#sources].flatMap((source) => source());
  }
}
