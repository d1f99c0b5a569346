import {
  createdSchema,
  type CreateQuestionInput,
  createQuestionInputSchema,
  passageOf,
  questionListQuerySchema,
  testQuestionDetailSchema,
  testQuestionListSchema,
  updateQuestionInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { beyondSearching, requireOpenable } from '../../../platform/access/object-access.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId, readQuery } from '../../../platform/http/bodies/validate.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import { workspacesOf } from '../../workspaces/workspace-repository.ts';
import { addQuestions } from './add-questions.ts';
import { answersOf } from './answer-repository.ts';
import { questionsOf, type NewAnswer } from './question-repository.ts';

const LIST = '/workspaces/:id/questions';
const ONE = `${LIST}/:questionId`;
/** Characters of a query in a record of the log. */
const RECORDED = 100;

const idsOf = (c: ApiContext) => ({
  organizationId: c.get('organization').id,
  workspaceId: readId(c, 'id', 'workspace'),
});

/** The questions of a workspace whose right answers are known. Every member may read them. */
export function questionRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.get(
    LIST,
    member,
    beyondSearching(),
    describeRoute('listQuestions', 'List the test questions', {
      query: questionListQuerySchema,
      returns: testQuestionListSchema,
    }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const { query } = readQuery(c, questionListQuerySchema);
      const questions = await database.read(organizationId, async (tx) => {
        if (!(await workspacesOf(tx, organizationId).exists(workspaceId)))
          throw notFound('workspace');
        return questionsOf(tx, organizationId, workspaceId).list(query);
      });
      return c.json({ questions });
    },
  );

  routes.post(
    LIST,
    member,
    allow('Editor', 'change the questions of a workspace'),
    describeRoute('createQuestion', 'Mark right answers to a question, or rate its answer', {
      body: createQuestionInputSchema,
      returns: createdSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const input = await readBody(c, createQuestionInputSchema);
      const { query, verdict } = input;
      const id = await c.var.tenant(async (tx) => {
        if (!(await workspacesOf(tx, organizationId).exists(workspaceId)))
          throw notFound('workspace');
        const answers = await markedAnswers(tx, organizationId, workspaceId, input);
        const added = await addQuestions(tx, organizationId, workspaceId, [
          { query, answers, verdict },
        ]);
        const action = added.questions > 0 ? 'question.created' : 'question.updated';
        const details = { question: query.slice(0, RECORDED) };
        await auditOf(c, tx, action, ['workspace', workspaceId], details);
        const created = added.ids.get(query);
        await keepResponse(c, tx, { id: created });
        return created;
      });
      return c.json({ id }, 201);
    },
  );

  routes.get(
    ONE,
    member,
    beyondSearching(),
    describeRoute('getQuestion', 'Get a test question', { returns: testQuestionDetailSchema }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const id = readId(c, 'questionId', 'question');
      const question = await database.read(organizationId, (tx) =>
        questionsOf(tx, organizationId, workspaceId).find(id),
      );
      if (question === undefined) throw notFound('question');
      return c.json(question);
    },
  );

  routes.patch(
    ONE,
    member,
    allow('Editor', 'change the questions of a workspace'),
    describeRoute('renameQuestion', 'Change the query of a test question', {
      body: updateQuestionInputSchema,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const id = readId(c, 'questionId', 'question');
      const { query } = await readBody(c, updateQuestionInputSchema);
      await c.var.tenant(async (tx) => {
        const questions = questionsOf(tx, organizationId, workspaceId);
        // Two questions may not get the same query at the same time.
        if (!(await questions.lockWorkspace())) throw notFound('workspace');
        const renamed = await questions.rename(id, query);
        if (renamed === undefined) throw conflict('There is already a question with this query.');
        if (!renamed) throw notFound('question');
        const details = { question: query.slice(0, RECORDED) };
        await auditOf(c, tx, 'question.updated', ['workspace', workspaceId], details);
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Editor', 'change the questions of a workspace'),
    describeRoute('deleteQuestion', 'Delete a test question'),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const id = readId(c, 'questionId', 'question');
      await c.var.tenant(async (tx) => {
        const query = await questionsOf(tx, organizationId, workspaceId).delete(id);
        if (query === undefined) throw notFound('question');
        const details = { question: query.slice(0, RECORDED) };
        await auditOf(c, tx, 'question.deleted', ['workspace', workspaceId], details);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

/** Returns the passages of the chunks that were marked. @throws {Problem} 404 if one is not there, 403 if it may not be opened. */
async function markedAnswers(
  tx: Queryable,
  organizationId: string,
  workspaceId: string,
  { answers }: CreateQuestionInput,
): Promise<NewAnswer[]> {
  const found = await answersOf(tx, organizationId, workspaceId).marked(
    answers.map(({ document_id }) => document_id),
    answers.map(({ chunk_number = null }) => chunk_number),
  );
  return answers.map(({ document_id, chunk_number = null, grade }) => {
    const document = found.find(
      ({ documentId, number }) =>
        documentId === document_id.toLowerCase() && number === chunk_number,
    );
    if (document === undefined) throw notFound('document');
    const { datasetId, path, text } = document;
    // The passage is shown with the question, found by a search or not.
    if (chunk_number !== null) requireOpenable(datasetId);
    if (chunk_number !== null && text === null) throw notFound('chunk');
    return { datasetId, path, passage: passageOf(text ?? ''), grade };
  });
}
