import { client } from '@carrel/shared/api';
import { createdSchema } from '@carrel/shared/contract';
import {
  connectSourceSchema,
  sourceListSchema,
  sourceObjectPageSchema,
  sourceRunPageSchema,
  testedSourceSchema,
} from '@carrel/shared/contract/sources';
import type {
  CreateSourceInput,
  FinishConnectionInput,
  SourceObjectState,
  TestSourceInput,
  UpdateSourceInput,
} from '@carrel/shared/contract/sources';
import { apiPaths } from '@carrel/shared/paths';

/** Where sources are: an organization, and a dataset of it. */
export interface SourcesPlace {
  organizationId: string;
  datasetId: string;
}

/** Where one source is. */
export interface SourcePlaceIds extends SourcesPlace {
  sourceId: string;
}

export const listSources = ({ organizationId, datasetId }: SourcesPlace) =>
  client.get(apiPaths.sources(datasetId), { organizationId }).json(sourceListSchema);

export const createSource = (
  { organizationId, datasetId }: SourcesPlace,
  input: CreateSourceInput,
) => client.post(apiPaths.sources(datasetId), { organizationId, json: input }).json(createdSchema);

export const updateSource = (
  { organizationId, datasetId, sourceId }: SourcePlaceIds,
  changes: UpdateSourceInput,
) => client.patch(apiPaths.source(datasetId, sourceId), { organizationId, json: changes }).done();

export const deleteSource = ({ organizationId, datasetId, sourceId }: SourcePlaceIds) =>
  client.delete(apiPaths.source(datasetId, sourceId), { organizationId }).done();

export const testSource = ({ organizationId, datasetId }: SourcesPlace, input: TestSourceInput) =>
  client
    .post(apiPaths.testSource(datasetId), { organizationId, json: input })
    .json(testedSourceSchema);

/** Returns where the user signs in, to connect the source. */
export const connectSource = ({ organizationId, datasetId, sourceId }: SourcePlaceIds) =>
  client
    .post(apiPaths.connectSource(datasetId, sourceId), { organizationId })
    .json(connectSourceSchema);

/** Hands in what a person came back with from signing in. */
export const finishConnection = (
  { organizationId, datasetId, sourceId }: SourcePlaceIds,
  input: FinishConnectionInput,
) =>
  client
    .post(apiPaths.finishSourceConnection(datasetId, sourceId), { organizationId, json: input })
    .done();

export const startSourceRun = ({ organizationId, datasetId, sourceId }: SourcePlaceIds) =>
  client
    .post(apiPaths.sourceRuns(datasetId, sourceId), { organizationId, json: {} })
    .json(createdSchema);

export const approveSourceRun = ({ organizationId, datasetId, sourceId }: SourcePlaceIds) =>
  client.post(apiPaths.approveSourceRun(datasetId, sourceId), { organizationId }).done();

export const cancelSourceRun = ({ organizationId, datasetId, sourceId }: SourcePlaceIds) =>
  client.post(apiPaths.cancelSourceRun(datasetId, sourceId), { organizationId }).done();

export const listSourceRuns = (
  { organizationId, datasetId, sourceId }: SourcePlaceIds,
  query: { cursor?: string },
) =>
  client
    .get(apiPaths.sourceRuns(datasetId, sourceId, query), { organizationId })
    .json(sourceRunPageSchema);

export const listSourceObjects = (
  { organizationId, datasetId, sourceId }: SourcePlaceIds,
  query: { state: SourceObjectState; cursor?: string },
) =>
  client
    .get(apiPaths.sourceObjects(datasetId, sourceId, query), { organizationId })
    .json(sourceObjectPageSchema);
