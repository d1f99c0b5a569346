import {
  type ImportedQuestions,
  importedQuestionsSchema,
  TEST_CSV_BYTES_MAX,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { media } from '../../../platform/http/operation.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readTextBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { workspacesOf } from '../../workspaces/workspace-repository.ts';
import { addQuestions } from '../questions/add-questions.ts';
import { csvOf } from './csv-repository.ts';
import { CSV_COLUMNS, readQuestions } from './read-questions.ts';
import { writeCsv } from './write-csv.ts';

const FILE = '/workspaces/:id/questions/csv';

/** The questions of a workspace as a file, out and in. */
export function csvRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.get(
    FILE,
    member,
    beyondSearching(),
    describeRoute('exportQuestions', 'Download the test questions as CSV', {
      returns: media('text/csv', 'The questions and their right answers.'),
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const workspaceId = readId(c, 'id', 'workspace');
      const { datasets, lines } = await database.read(organizationId, async (tx) => {
        if (!(await workspacesOf(tx, organizationId).exists(workspaceId)))
          throw notFound('workspace');
        const csv = csvOf(tx, organizationId);
        return { datasets: await csv.datasets(), lines: await csv.lines(workspaceId) };
      });
      const isUnique = (name: string) => datasets.filter((each) => each.name === name).length === 1;
      // Without ratings, the file is the one that earlier versions write and read.
      const isRated = lines.some(({ verdict }) => verdict !== null);
      const columns = isRated ? CSV_COLUMNS.length : CSV_COLUMNS.indexOf('verdict');
      const file = writeCsv([
        CSV_COLUMNS.slice(0, columns),
        ...lines.map(({ query, datasetId, dataset, path, passage, grade, verdict }) =>
          [
            query,
            (dataset !== null && isUnique(dataset) ? dataset : datasetId) ?? '',
            path ?? '',
            passage ?? '',
            grade === null ? '' : String(grade),
            verdict ?? '',
          ].slice(0, columns),
        ),
      ]);
      return c.body(file, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="questions.csv"',
      });
    },
  );

  routes.post(
    FILE,
    member,
    allow('Editor', 'change the questions of a workspace'),
    describeRoute('importQuestions', 'Add test questions from CSV', {
      body: media('text/csv', 'Questions and their right answers, in the columns of the export.'),
      returns: importedQuestionsSchema,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const workspaceId = readId(c, 'id', 'workspace');
      const file = await readTextBody(c, 'text/csv', TEST_CSV_BYTES_MAX);
      const imported = await c.var.tenant(async (tx): Promise<ImportedQuestions> => {
        if (!(await workspacesOf(tx, organizationId).exists(workspaceId)))
          throw notFound('workspace');
        const csv = csvOf(tx, organizationId);
        const read = readQuestions(file, await csv.datasets());
        const { ids, questions, answers } = await addQuestions(
          tx,
          organizationId,
          workspaceId,
          read,
        );
        await auditOf(c, tx, 'questions.imported', ['workspace', workspaceId], {
          questions: String(read.length),
        });
        return { questions, answers, missing: await csv.missing(workspaceId, [...ids.values()]) };
      });
      return c.json(imported);
    },
  );

  return routes;
}
