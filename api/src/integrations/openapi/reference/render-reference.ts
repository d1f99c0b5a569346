import type { OpenApiDocument, OperationObject } from '../openapi.ts';
import { html, sentence, type Html } from './html.ts';
import { REFERENCE_STYLE } from './reference-style.ts';
import { renderOperation } from './render-operation.ts';
import { fieldsOf, typeOf } from './render-schema.ts';

/** Put together here, as the policy has the hash of what is between the tags. */
const STYLE: Html = { html: `<style>${REFERENCE_STYLE}</style>` };

interface Call {
  method: string;
  path: string;
  operation: OperationObject;
}

/** Returns the page that shows an OpenAPI document. It has no scripts. */
export function renderReference(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const { title, version, description } = document.info;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API</title>
        <link rel="icon" href="data:," />
        ${STYLE}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Calls">
          <p>${title} API</p>
          ${groups.map(renderLinks)}
        </nav>
        <main id="content">
          <h1>${title} API ${version}</h1>
          <p>${sentence(description)}</p>
          <p>
            This page is made of <a href="/api/v1/openapi.json">the OpenAPI document</a>, from which
            clients can be generated.
          </p>
          ${groups.map(
            ({ name, calls: ofGroup }) =>
              html`<section aria-label="${name}">
                <h2>${name}</h2>
                ${ofGroup.map(({ method, path, operation }) => renderOperation(method, path, operation))}
              </section>`,
          )}
          ${renderProblems(document)} ${renderSchemas(document)}
        </main>
      </body>
    </html> `;
  return page.html;
}

function renderLinks({ name, calls }: { name: string; calls: readonly Call[] }): Html {
  const links = calls.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
  );
  return html`<details>
    <summary>${name}</summary>
    <ul>
      ${links}
    </ul>
  </details>`;
}

function renderProblems({ components }: OpenApiDocument): Html {
  const rows = Object.entries(components.responses).map(
    ([name, { description }]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${description}</dd>
      </div>`,
  );
  return html`<section aria-label="Problems">
    <h2>Problems</h2>
    <p>Every response that is no success has JSON of <a href="#schema-ErrorBody">ErrorBody</a>.</p>
    <dl>${rows}</dl>
  </section>`;
}

function renderSchemas({ components }: OpenApiDocument): Html {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article id="schema-${name}">
        <h3>${name}</h3>
        <p class="muted">${typeOf(schema)}</p>
        ${fieldsOf(schema)}
      </article>`,
  );
  return html`<section aria-label="Schemas">
    <h2>Schemas</h2>
    ${schemas}
  </section>`;
}
