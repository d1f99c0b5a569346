import type { JsonSchema } from '../openapi.ts';
import { html, sentence, type Html } from './html.ts';

/** Returns the type of a schema in words, with links to schemas that have a name. */
export function typeOf(schema: JsonSchema): Html {
  const {
    $ref,
    type,
    items,
    enum: values,
    const: only,
    anyOf,
    oneOf,
    additionalProperties,
  } = schema;
  if ($ref !== undefined) return linkTo($ref.split('/').at(-1) ?? '');
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return joined(alternatives.map(typeOf), ' or ');
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (values !== undefined) {
    return joined(
      values.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ', ',
    );
  }
  if (items !== undefined) return html`list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object' && schema.properties === undefined) {
    return html`object of ${typeOf(additionalProperties)}`;
  }
  return html`${[type ?? 'anything'].flat().join(' or ')}${limitsOf(schema)}`;
}

const linkTo = (name: string) => html`<a href="#schema-${name}">${name}</a>`;

const joined = (parts: readonly Html[], separator: string) =>
  html`${parts.map((part, index) => html`${index === 0 ? '' : separator}${part}`)}`;

function limitsOf({
  format,
  minimum,
  maximum,
  maxLength,
  maxItems,
  pattern,
  ...rest
}: JsonSchema): Html {
  const facts = [
    typeof format === 'string' ? format : undefined,
    minimum === undefined ? undefined : `from ${JSON.stringify(minimum)}`,
    maximum === undefined ? undefined : `to ${JSON.stringify(maximum)}`,
    maxLength === undefined ? undefined : `at most ${JSON.stringify(maxLength)} characters`,
    maxItems === undefined ? undefined : `at most ${JSON.stringify(maxItems)}`,
    typeof pattern === 'string' ? pattern : undefined,
    rest['default'] === undefined ? undefined : `default ${JSON.stringify(rest['default'])}`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? html`` : html` <span class="muted">(${facts.join(', ')})</span>`;
}

/** A line of a list of fields or parameters. */
export function field(name: string, isRequired: boolean, schema: JsonSchema, note = ''): Html {
  const required = isRequired ? html` <span class="muted">required</span>` : html``;
  return html`<div>
    <dt><code>${name}</code>${required}</dt>
    <dd>
      ${typeOf(schema)}${note === '' ? html`` : html`<p class="muted">${sentence(note)}</p>`}${fieldsOf(schema)}
    </dd>
  </div>`;
}

/** Returns the fields of objects that have no name of their own, also of those in lists. */
export function fieldsOf(schema: JsonSchema): Html {
  const { properties, required = [], items, anyOf, oneOf } = schema;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, inner]) =>
      field(name, required.includes(name), inner),
    );
    return html`<dl>${fields}</dl>`;
  }
  return html`${[...(items === undefined ? [] : [items]), ...(anyOf ?? oneOf ?? [])].map(fieldsOf)}`;
}
