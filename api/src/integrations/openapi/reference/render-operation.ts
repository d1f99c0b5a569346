import type { MediaTypeObject, OperationObject, ResponseObject } from '../openapi.ts';
import { html, sentence, type Html } from './html.ts';
import { field, fieldsOf, typeOf } from './render-schema.ts';

/** Returns an operation as a part of the page. */
export function renderOperation(method: string, path: string, operation: OperationObject): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody === undefined ? html`` : renderContent(requestBody.content);
  const statuses = Object.entries(responses);
  return html`<article id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <code class="call"><b>${method.toUpperCase()}</b> ${path}</code>
    <p class="muted">${sentence(description)}</p>
    ${
      parameters.length === 0
        ? html``
        : html`<h4>Parameters</h4>
            <dl>
              ${parameters.map((one) =>
                field(one.name, one.required === true, one.schema, one.description),
              )}
            </dl>`
    }
    ${
      requestBody === undefined
        ? html``
        : html`<h4>Request</h4>
            ${sentence(requestBody.description ?? '')}${body}`
    }
    ${statuses.flatMap(([status, response]) =>
      '$ref' in response ? [] : [renderResponse(status, response)],
    )}
    <h4>Problems</h4>
    <p>
      ${statuses.flatMap(([status, response]) => ('$ref' in response ? [status] : [])).join(', ')}
    </p>
    ${curlOf(method, path, operation)}
  </article>`;
}

function renderResponse(status: string, { description, content = {} }: ResponseObject): Html {
  const text = Object.keys(content).includes('application/json') ? '' : description;
  return html`<h4>Response ${status}</h4>
    ${sentence(text)}${renderContent(content)}`;
}

function renderContent(content: Record<string, MediaTypeObject>): Html {
  return html`${Object.entries(content).map(
    ([type, { schema, example }]) =>
      html`<p><code>${type}</code>${schema === undefined ? html`` : html` ${typeOf(schema)}`}</p>
        ${schema === undefined ? html`` : fieldsOf(schema)}${
          example === undefined
            ? html``
            : html`<pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>`
        }`,
  )}`;
}

/** A command for routes that are open to API keys. */
function curlOf(method: string, path: string, { security, requestBody }: OperationObject): Html {
  if (!security.some((one) => 'apiKey' in one)) return html``;
  const json = requestBody?.content['application/json'];
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$CARREL${path}"`,
    '-H "Authorization: Bearer $CARREL_KEY"',
    ...(json?.example === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(json.example)}'`]),
  ];
  return html`<h4>Example</h4>
    <pre tabindex="0">${lines.join(' \\\n  ')}</pre>`;
}
