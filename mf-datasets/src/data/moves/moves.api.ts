import { client } from '@carrel/shared/api';
import {
  createdFolderSchema,
  movedDocumentsSchema,
  movePlanSchema,
  undoneMoveSchema,
} from '@carrel/shared/contract';
import type { MoveDocumentsInput, PlanMoveInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** What a move would do. */
export const planMove = (organizationId: string, datasetId: string, input: PlanMoveInput) =>
  client.post(apiPaths.planMove(datasetId), { organizationId, json: input }).json(movePlanSchema);

/** Moves or renames documents and folders. */
export const moveDocuments = (
  organizationId: string,
  datasetId: string,
  input: MoveDocumentsInput,
) =>
  client
    .post(apiPaths.moveDocuments(datasetId), { organizationId, json: input })
    .json(movedDocumentsSchema);

/** Moves back what a move has moved. */
export const undoMove = (organizationId: string, datasetId: string, move: string) =>
  client
    .post(apiPaths.undoMove(datasetId), { organizationId, json: { move } })
    .json(undoneMoveSchema);

/** Creates a folder without documents. */
export const createFolder = (organizationId: string, datasetId: string, path: string) =>
  client
    .post(apiPaths.folders(datasetId), { organizationId, json: { path } })
    .json(createdFolderSchema);
