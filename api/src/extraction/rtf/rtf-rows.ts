import type { Group } from './rtf-group.ts';
import type { CellShape } from './rtf-story.ts';

const NO_SHAPE: CellShape = { isMergedLeft: false, startsDown: false, isMergedUp: false };

/** Reads the rows and cells of tables, and how cells are merged. */
export class RtfRows {
  #shapes: CellShape[] = [];
  #shape = NO_SHAPE;

  /** @returns Whether the word is about tables. */
  word(word: string, value: number | undefined, group: Group): boolean {
    const { story } = group;
    switch (word) {
      case 'intbl':
        group.inTable = value !== 0;
        return true;
      case 'itap':
        group.tableDepth = Math.max(1, value ?? 1);
        group.inTable = (value ?? 1) > 0;
        return true;
      case 'trowd':
        this.#shapes = [];
        this.#shape = NO_SHAPE;
        story.isRowOpen = true;
        return true;
      case 'clmrg':
        this.#shape = { ...this.#shape, isMergedLeft: true };
        return true;
      case 'clvmgf':
        this.#shape = { ...this.#shape, startsDown: true };
        return true;
      case 'clvmrg':
        this.#shape = { ...this.#shape, isMergedUp: true };
        return true;
      case 'cellx':
        this.#shapes.push(this.#shape);
        this.#shape = NO_SHAPE;
        return true;
      case 'cell':
        story.endCell(1);
        return true;
      case 'nestcell':
        story.endCell(group.tableDepth);
        return true;
      case 'row':
        story.endRow(1, this.#shapes);
        story.isRowOpen = false;
        return true;
      case 'nestrow':
        story.endRow(group.tableDepth, this.#shapes);
        return true;
      default:
        return false;
    }
  }
}
