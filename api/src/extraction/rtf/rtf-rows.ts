import type { Group } from './rtf-group.ts';
import type { CellShape } from './rtf-table.ts';

const NO_SHAPE: CellShape = { isMergedLeft: false, startsDown: false, isMergedUp: false, edge: 0 };

/** Reads the rows and cells of tables, and how cells are merged. */
export class RtfRows {
  #shapes: CellShape[] = [];
  #shape = NO_SHAPE;
  #left = 0;
  /** The row around a table that is in a cell of it. */
  #outer: { shapes: CellShape[]; left: number } | undefined;

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
        if (group.tableDepth > 1) this.#outer ??= { shapes: this.#shapes, left: this.#left };
        this.#shapes = [];
        this.#left = 0;
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
      case 'trleft':
        this.#left = value ?? 0;
        return true;
      case 'cellx':
        this.#shapes.push({ ...this.#shape, edge: value ?? 0 });
        this.#shape = NO_SHAPE;
        return true;
      case 'cell':
        story.endCell(1);
        return true;
      case 'nestcell':
        story.endCell(group.tableDepth);
        return true;
      case 'row':
        story.endRow(1, this.#shapes, this.#left);
        story.isRowOpen = false;
        return true;
      case 'nestrow':
        story.endRow(group.tableDepth, this.#shapes, this.#left);
        if (this.#outer !== undefined && group.tableDepth <= 2) {
          ({ shapes: this.#shapes, left: this.#left } = this.#outer);
          this.#outer = undefined;
        }
        return true;
      default:
        return false;
    }
  }
}
