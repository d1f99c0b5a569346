import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Hono } from 'hono';

import type { ApiEnv } from '@carrel/api/src/platform/http/api-context.ts';
import { operationOf } from '@carrel/api/src/platform/http/describe-route.ts';
import { createDocument } from '@carrel/api/src/integrations/openapi/create-document.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '@carrel/api/src/integrations/openapi/openapi.ts';

/**
 * Holds every response of an app to its OpenAPI document: its status, its type, and its JSON, in which a field
 * that the schema does not name is wrong too. JSON that a route accepts must match the schema of its body.
 * A wrong response fails the request. Returns a function that throws for those of requests over sockets, whose
 * clients see a 500.
 */
export function requireDescribedResponses(app: Hono<ApiEnv>): () => void {
  const { fetch } = app;
  const faults: Error[] = [];
  let checks: DocumentChecks | undefined;
  app.fetch = async (request, bindings, ...rest) => {
    const sent = bindings === undefined && isJson(request) ? request.clone() : undefined;
    const response = await fetch(request, bindings, ...rest);
    const id = operationIdOf(app, request);
    if (id === undefined) return response;
    checks ??= checksOf(app);
    const fault =
      (await checks.responseFault(id, request.method, response)) ??
      (response.ok && sent !== undefined ? checks.bodyFault(id, await sent.json()) : undefined);
    if (fault === undefined) return response;
    const error = new Error(`${request.method} ${request.url} (${id}): ${fault}`);
    faults.push(error);
    throw error;
  };
  return () => {
    if (faults[0] !== undefined) throw faults[0];
  };
}

/** By what an app registers: a description is written beside its route, and no setting changes it. */
const cache = new Map<string, DocumentChecks>();

/** Returns the checks of an app, which equal apps of a process share, as compiling schemas takes long. */
function checksOf(app: Hono<ApiEnv>): DocumentChecks {
  const key = app.routes
    .map(({ method, path, handler }) => `${method} ${path} ${operationOf(handler)?.id}`)
    .join('\n');
  let checks = cache.get(key);
  if (checks === undefined) {
    checks = new DocumentChecks(createDocument(app.routes));
    cache.set(key, checks);
  }
  return checks;
}

const isJson = ({ headers }: { headers: Headers }) =>
  headers.get('Content-Type')?.split(';')[0] === 'application/json';

/** Returns the operation of the first route that a request matches. */
function operationIdOf(app: Hono<ApiEnv>, { method, url }: Request): string | undefined {
  const path = app.getPath(new Request(url));
  const [matches] = app.router.match(method === 'HEAD' ? 'GET' : method, path);
  for (const [[handler]] of matches) {
    const operation = operationOf(handler);
    // GET has no route where HEAD alone has one.
    if (operation?.method === 'head' && method !== 'HEAD') return undefined;
    if (operation !== undefined) return operation.id;
  }
  return undefined;
}

/** Compares requests and responses with the operations of a document. */
export class DocumentChecks {
  readonly #document: OpenApiDocument;
  readonly #operations: Map<string, OperationObject>;
  readonly #open = compiler();
  readonly #closed = compiler();
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#operations = new Map(
      Object.values(document.paths)
        .flatMap((operations) => Object.values(operations))
        .map((operation) => [operation.operationId, operation]),
    );
    const { components } = document;
    this.#open.addSchema({ $id: 'document', components });
    this.#closed.addSchema({ $id: 'document', components: closed(components) as object });
  }

  async responseFault(id: string, method: string, response: Response): Promise<string | undefined> {
    const { status } = response;
    const described = this.#response(id, status);
    if (described === undefined) return `the status ${status} is not described`;
    const type = response.headers.get('Content-Type')?.split(';')[0];
    if (method === 'HEAD' || response.body === null) return undefined;
    if (described.content === undefined) {
      return (await response.clone().text()) === '' ? undefined : `${status} has content`;
    }
    const content = described.content[type ?? ''];
    if (content === undefined) return `content of type ${type} is not described for ${status}`;
    if (type !== 'application/json' || content.schema === undefined) return undefined;
    const key = `${id} ${status}`;
    return this.#fault(
      this.#closed,
      key,
      closed(content.schema) as JsonSchema,
      await response.clone().json(),
    );
  }

  bodyFault(id: string, body: unknown): string | undefined {
    const content = this.#operations.get(id)?.requestBody?.content['application/json'];
    if (content?.schema === undefined) return 'a body of JSON is not described';
    return this.#fault(this.#open, `${id} body`, content.schema, body);
  }

  #response(id: string, status: number): ResponseObject | undefined {
    const response = this.#operations.get(id)?.responses[status];
    if (response === undefined || !('$ref' in response)) return response;
    return this.#document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  }

  #fault(ajv: Ajv2020, key: string, schema: JsonSchema, value: unknown): string | undefined {
    let validate = this.#validators.get(key);
    if (validate === undefined) {
      validate = ajv.compile(referringTo('document', schema) as JsonSchema);
      this.#validators.set(key, validate);
    }
    return validate(value) ? undefined : `${key}: ${ajv.errorsText(validate.errors)}`;
  }
}

function compiler(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicode: false, logger: false });
  addFormats(ajv);
  return ajv;
}

/** Replaces references within the document by ones to it. */
const referringTo = (id: string, schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${id}#/`));

/** Returns a schema whose objects have no other fields than those it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  );
  return 'properties' in schema && inner['type'] === 'object'
    ? { additionalProperties: false, ...inner }
    : inner;
}
