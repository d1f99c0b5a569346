import { createdSchema, resumableUploadListSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../../platform/http/describe-route.ts';
import { media, type OperationDetails } from '../../../../platform/http/operation.ts';
import { allow, inOrganization } from '../../../../platform/access/authenticate.ts';
import { mayUse } from '../../../../platform/access/caller.ts';
import { datasetsOf } from '../../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../../platform/http/api-context.ts';
import { readId } from '../../../../platform/http/bodies/validate.ts';
import { notFound } from '../../../../platform/http/problems.ts';
import type { OpenReceiver } from '../open-receiver.ts';
import { createTusRequests } from './tus/tus-requests.ts';
import { ownerOf } from './upload-owner.ts';
import { TUS_VERSION } from './upload-problems.ts';
import { uploadsOf } from './upload-repository.ts';

/** What every request of the tus protocol has. */
const TUS = {
  headers: {
    'Tus-Resumable': {
      description: 'The version of the protocol.',
      required: true,
      schema: { enum: [TUS_VERSION] },
    },
  },
  errors: [400, 409, 410, 412, 413, 415, 423],
} satisfies OperationDetails;

const EXPIRES = 'When the upload expires.';
const RECEIVED = 'How many bytes were received.';
/** Names without spaces and commas, each with a value in Base64. */
const METADATA_PATTERN =
  '^[^\\s,]+(?: [A-Za-z0-9+/]*={0,2})?(?:,[^\\s,]+(?: [A-Za-z0-9+/]*={0,2})?)*$';

const PART = media('application/offset+octet-stream', 'Bytes of the zip.');

/** Uploads that go on after a broken connection, by the tus protocol, and the lists of unfinished ones. */
export function uploadRoutes(dependencies: Dependencies, openReceiver: OpenReceiver): Hono<ApiEnv> {
  const { database } = dependencies;
  const respond = createTusRequests(dependencies, openReceiver);
  const member = inOrganization(dependencies, { keys: 'documents:write' });
  const editor = allow('Editor', 'upload archives');
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/uploads',
    member,
    describeRoute('listUploads', 'List the own unfinished uploads', {
      returns: resumableUploadListSchema,
    }),
    async (c) => {
      const owner = ownerOf(c);
      const uploads = await database.read(owner.organizationId, (tx) =>
        uploadsOf(tx, owner).list(),
      );
      return c.json({
        uploads: uploads.filter((each) => mayUse(c, 'datasetIds', each.dataset_id)),
      });
    },
  );

  routes.get(
    '/datasets/:id/uploads',
    member,
    describeRoute('listDatasetUploads', 'List the own unfinished uploads to a dataset', {
      returns: resumableUploadListSchema,
    }),
    async (c) => {
      const owner = ownerOf(c);
      const datasetId = readId(c, 'id', 'dataset');
      const uploads = await database.read(owner.organizationId, async (tx) => {
        if (!(await datasetsOf(tx, owner.organizationId).exists(datasetId))) {
          throw notFound('dataset');
        }
        return uploadsOf(tx, owner).list(datasetId);
      });
      return c.json({ uploads });
    },
  );

  routes.options(
    '/datasets/:id/uploads',
    describeRoute('getUploadProtocol', 'Get what the server knows of the tus protocol', {
      errors: TUS.errors,
      sends: {
        'Tus-Extension': 'What it supports besides the protocol itself.',
        'Tus-Max-Size': 'The largest zip in bytes.',
        'Tus-Version': 'The version of the protocol.',
      },
    }),
    (c) => respond(c, { datasetId: readId(c, 'id', 'dataset') }),
  );

  routes.post(
    '/datasets/:id/uploads',
    member,
    editor,
    describeRoute('createUpload', 'Start an upload in parts', {
      ...TUS,
      returns: createdSchema,
      status: 201,
      body: PART,
      headers: {
        ...TUS.headers,
        'Upload-Length': {
          description: 'The bytes of the zip.',
          required: true,
          schema: { type: 'integer', minimum: 1 },
        },
        'Upload-Metadata': {
          description:
            'Pairs of a name and a value in Base64, with commas between them: `filename`, `fingerprint`.',
          schema: { pattern: METADATA_PATTERN },
        },
      },
      isBodyOptional: true,
      sends: {
        Location: 'The address of the upload.',
        'Upload-Expires': EXPIRES,
        'Upload-Offset': 'How many bytes were received with the request.',
      },
      errors: [...TUS.errors, 507],
    }),
    (c) => respond(c, { datasetId: readId(c, 'id', 'dataset') }),
  );

  const respondToOne = (c: ApiContext) =>
    respond(c, {
      datasetId: readId(c, 'id', 'upload'),
      uploadId: readId(c, 'uploadId', 'upload'),
    });
  // A request with HEAD has the route of GET.
  routes.get(
    '/datasets/:id/uploads/:uploadId',
    member,
    editor,
    describeRoute('getUploadOffset', 'Get how many bytes of an upload were received', {
      ...TUS,
      status: 200,
      method: 'head',
      sends: {
        'Upload-Expires': EXPIRES,
        'Upload-Length': 'The bytes of the zip.',
        'Upload-Offset': RECEIVED,
      },
    }),
    async (c, next) => {
      if (c.req.method === 'HEAD') return respondToOne(c);
      const owner = ownerOf(c);
      const ids = [readId(c, 'id', 'upload'), readId(c, 'uploadId', 'upload')] as const;
      const found = await database.read(owner.organizationId, (tx) =>
        uploadsOf(tx, owner).find(...ids),
      );
      if (found === undefined) throw notFound('upload');
      // Its bytes cannot be read: 405.
      return next();
    },
  );
  routes.patch(
    '/datasets/:id/uploads/:uploadId',
    member,
    editor,
    describeRoute('continueUpload', 'Send bytes of an upload', {
      ...TUS,
      body: PART,
      headers: {
        ...TUS.headers,
        'Upload-Offset': {
          description: 'Where the bytes belong.',
          required: true,
          schema: { type: 'integer', minimum: 0 },
        },
      },
      sends: { 'Upload-Expires': EXPIRES, 'Upload-Offset': RECEIVED },
      errors: [...TUS.errors, 507],
    }),
    respondToOne,
  );
  routes.delete(
    '/datasets/:id/uploads/:uploadId',
    member,
    editor,
    describeRoute('deleteUpload', 'Delete an unfinished upload', { ...TUS }),
    respondToOne,
  );

  return routes;
}
