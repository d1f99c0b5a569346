import { updateAnswerInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { answersOf } from './answer-repository.ts';

const ONE = '/workspaces/:id/questions/:questionId/answers/:answerId';

const idsOf = (c: ApiContext) => ({
  organizationId: c.get('organization').id,
  workspaceId: readId(c, 'id', 'workspace'),
  questionId: readId(c, 'questionId', 'question'),
  answerId: readId(c, 'answerId', 'answer'),
});

/** The right answers of a question. */
export function answerRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.put(
    ONE,
    member,
    allow('Editor', 'change the questions of a workspace'),
    describeRoute('gradeAnswer', 'Grade a right answer', { body: updateAnswerInputSchema }),
    async (c) => {
      const { organizationId, workspaceId, questionId, answerId } = idsOf(c);
      const { grade } = await readBody(c, updateAnswerInputSchema);
      await c.var.tenant(async (tx) => {
        const answers = answersOf(tx, organizationId, workspaceId);
        if (!(await answers.grade(answerId, questionId, grade))) throw notFound('answer');
        await auditOf(c, tx, 'question.updated', ['workspace', workspaceId]);
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Editor', 'change the questions of a workspace'),
    describeRoute('deleteAnswer', 'Delete a right answer'),
    async (c) => {
      const { organizationId, workspaceId, questionId, answerId } = idsOf(c);
      await c.var.tenant(async (tx) => {
        const answers = answersOf(tx, organizationId, workspaceId);
        if (!(await answers.delete(answerId, questionId))) throw notFound('answer');
        await auditOf(c, tx, 'question.updated', ['workspace', workspaceId]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
