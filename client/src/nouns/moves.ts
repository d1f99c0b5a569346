import {
  createdFolderSchema,
  movedDocumentsSchema,
  movePlanSchema,
  undoneMoveSchema,
} from '@carrel/shared/contract';
import type {
  MoveDocumentsInput,
  MovedDocuments,
  MovePlan,
  PlanMoveInput,
  UndoneMove,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** Where documents and folders of a dataset are. A person changes that, and no key. */
export class Moves {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Says what moving documents and folders would do, and changes nothing. @throws {CarrelError} 404, 409, 422. */
  plan(datasetId: string, input: PlanMoveInput, options: CallOptions = {}): Promise<MovePlan> {
    const call = { ...options, method: 'POST', path: apiPaths.planMove(datasetId) } as const;
    return this.#connection.json(movePlanSchema, { ...call, json: input });
  }

  /**
   * Moves documents and folders into a folder, or renames one of them. What is `waiting` follows within moments.
   * @throws {CarrelError} 409 where the `plan` is not what is there any more; 403 for keys and Viewers.
   */
  move(
    datasetId: string,
    input: MoveDocumentsInput,
    options: CallOptions = {},
  ): Promise<MovedDocuments> {
    const call = { ...options, method: 'POST', path: apiPaths.moveDocuments(datasetId) } as const;
    return this.#connection.json(movedDocumentsSchema, { ...call, json: input });
  }

  /** Moves back what a move has moved. @throws {CarrelError} 409 after ten minutes. */
  undo(datasetId: string, move: string, options: CallOptions = {}): Promise<UndoneMove> {
    const call = { ...options, method: 'POST', path: apiPaths.undoMove(datasetId) } as const;
    return this.#connection.json(undoneMoveSchema, { ...call, json: { move } });
  }

  /** Creates a folder, which stays without documents, and returns its path. @throws {CarrelError} 409 where something is there. */
  async createFolder(datasetId: string, path: string, options: CallOptions = {}): Promise<string> {
    const call = { ...options, method: 'POST', path: apiPaths.folders(datasetId) } as const;
    return (await this.#connection.json(createdFolderSchema, { ...call, json: { path } })).path;
  }
}
