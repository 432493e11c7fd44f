import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { calls } from '#contract/calls.ts';
import { type Access, type Endpoint, needsRecentProof } from '#contract/shared/endpoint.ts';
import { ErrorReply } from '#contract/shared/errors.ts';
import { escapeHtml } from '#contract/shared/escape.ts';
import { FORMER_PATHS, renamePath } from '#contract/shared/former-paths.ts';
import { createDocument } from './documents.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { type PlainHtml, plainHtml } from './plain-page.ts';

type Schema = Record<string, unknown>;

const FORMER = Object.entries(FORMER_PATHS).map(([before, now]): [string, string] => [now, before]);

const SECURITY: Record<Access, Schema[]> = {
  anyone: [{}, { token: [] }],
  identity: [{ session: [] }],
  'signed-in': [{ token: [] }],
  customer: [{ token: [] }],
  seller: [{ token: [] }],
  admin: [{ token: [] }],
  provider: [],
};

/** Generated once a process, when first asked for: that costs more than many pages, and all else depends on the shop. */
let paths: ReturnType<typeof toPaths> | null = null;

export function serveOpenApi(app: FastifyInstance, shopName: () => string): void {
  const sendDocument = createDocument((name) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(createOpenApi(name, app.shopOrigin.isSecure)),
  }));
  const sendPage = createDocument((name) => {
    const { html, headers } = docsPage(name);
    return { type: 'text/html; charset=utf-8', body: html, headers };
  });
  app.get('/api/openapi.json', (request, reply) => sendDocument(request, reply, shopName()));
  app.get('/api/docs', (request, reply) => sendPage(request, reply, shopName()));
}

/** The contract as an OpenAPI 3.1 document. */
function createOpenApi(shopName: string, isSecure: boolean): Schema {
  paths ??= toPaths(calls);
  return {
    openapi: '3.1.0',
    info: { title: `${shopName} API`, version: '1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { ErrorReply: toSchema(ErrorReply, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: `${isSecure ? '__Host-' : ''}better-auth.session_token` },
      },
    },
  };
}

function toPaths(all: Record<string, Endpoint>): Record<string, Record<string, Schema>> {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, endpoint] of Object.entries(all)) {
    const [method = '', path = ''] = name.split(' ');
    const template = path.replace(/:(\w+)/gu, '{$1}');
    const operation = toOperation(method, endpoint);
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation };
    const former = renamePath(template, FORMER);
    if (former !== null) paths[former] = { ...paths[former], [method.toLowerCase()]: { ...operation, deprecated: true } };
  }
  return paths;
}

function toOperation(method: string, endpoint: Endpoint): Schema {
  return {
    summary: endpoint.summary,
    'x-access': endpoint.access,
    'x-rows': endpoint.rows,
    ...(endpoint.limit && { 'x-limit': endpoint.limit }),
    ...(needsRecentProof(method, endpoint) && { 'x-proof': 'recent' }),
    ...(endpoint.cookie && { 'x-cookie': 'from the shop’s own pages, in JSON' }),
    security: [...SECURITY[endpoint.access], ...(endpoint.cookie ? [{ session: [] }] : [])],
    parameters: [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      '2XX': {
        description: 'Done.',
        ...(endpoint.paged && { headers: { Link: { description: 'The next page (`rel="next"`), if there is one.', schema: { type: 'string' } } } }),
        content: {
          [endpoint.file ?? 'application/json']: { schema: toSchema(endpoint.reply, 'output') },
          ...(endpoint.events && { [EVENT_STREAM]: { schema: { type: 'string' } } }),
        },
      },
      '4XX': { description: 'Refused.', content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } } },
    },
  };
}

function toParameters(fields: z.ZodObject | undefined, location: 'path' | 'query'): Schema[] {
  if (!fields) return [];
  const { properties = {}, required = [] } = toSchema(fields, 'input') as { properties?: Record<string, Schema>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: location, required: location === 'path' || required.includes(name), schema }));
}

function toSchema(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
}

function requestBody(endpoint: Endpoint): Schema {
  if (endpoint.upload) {
    const schema = { type: 'object', properties: { [endpoint.upload]: { type: 'string', format: 'binary' } }, required: [endpoint.upload] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (endpoint.bytes !== undefined) {
    const schema = { type: 'string', format: 'binary', minLength: 1, maxLength: endpoint.bytes };
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } };
  }
  return endpoint.body ? { requestBody: { required: true, content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } } } } : {};
}

function docsPage(shopName: string): PlainHtml {
  const rows = (Object.entries(calls) as [string, Endpoint][])
    .map(
      ([name, { access, cookie, summary }]) =>
        `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(access)}${cookie ? ', or with the session cookie' : ''}</td><td>${escapeHtml(summary)}</td></tr>`,
    )
    .join('');
  const body = `<h1>${escapeHtml(shopName)} API</h1><p>All paths are below <code>/api</code>. For full details of requests, replies and errors, see <a href="/api/openapi.json">openapi.json</a>.</p><table><thead><tr><th>Call</th><th>Access</th><th>What it does</th></tr></thead><tbody>${rows}</tbody></table>`;
  return plainHtml(`API | ${shopName}`, body, { wide: true });
}
